create extension if not exists pgcrypto;

create table member (
    id       bigserial primary key,
    mail     text not null unique,
    password text not null,
    iban     bytea,
    avatar   text generated always as (md5(lower(trim(mail)))) stored
);

create function join_club(p_mail text, p_password text, p_iban text, p_key text) returns bigint
language sql as $$
    insert into member (mail, password, iban)
    values (
        p_mail,
        crypt(p_password, gen_salt('bf', 10)),
        pgp_sym_encrypt(p_iban, p_key, 'cipher-algo=aes256, compress-algo=0')
    )
    returning id;
$$;

create function unsubscribe_token(p_mail text, p_key text) returns text
language sql immutable as $$
    select encode(hmac(p_mail, p_key, 'sha256'), 'hex');
$$;
