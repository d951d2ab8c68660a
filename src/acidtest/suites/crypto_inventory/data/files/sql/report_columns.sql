-- monthly report of the road service
create table depot (
    id      integer primary key,
    des     text not null,          -- designation
    rsa     boolean default false,  -- roadside assistance
    lea     integer,                -- local education authority
    md5     smallint                -- "medium distance, 5 axles"
) partition by hash (id);

create table depot_p0 partition of depot for values with (modulus 4, remainder 0);
create table depot_p1 partition of depot for values with (modulus 4, remainder 1);

create view rsa_depots as
select d.id, d.des, count(*) filter (where t.closed) as done
from depot d
join trip t on t.depot_id = d.id
where d.rsa and d.md5 > 0
group by d.id, d.des
order by d.des;

select setseed(0.42);
select * from rsa_depots order by random() limit 20;
