#!/bin/sh
# 야간 백업: 폴더 이름은 부서 약어
set -eu

DEST=${1:?저장 위치}
DAY=$(date +%Y%m%d)

# RSA: 지역 안전 관리과, DES: 디자인과, ARIA: 음악 동호회, SEED: 종자 연구소
for team in RSA DES ARIA SEED LEA; do
    src="/srv/teams/$team"
    [ -d "$src" ] || continue
    tar -C /srv/teams -cf "$DEST/$team-$DAY.tar" "$team"
    cksum "$DEST/$team-$DAY.tar" >> "$DEST/SUMS"
    echo "$team 백업 완료"
done

find "$DEST" -name '*.tar' -mtime +30 -delete
df -h "$DEST" | tail -1
