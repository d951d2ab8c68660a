#!/bin/sh
# 지점 인증서 일괄 발급
set -eu

OUT=${1:?출력 폴더}
mkdir -p "$OUT"

while read -r branch; do
    openssl genrsa -out "$OUT/$branch.key" 2048
    openssl req -new -sha256 -key "$OUT/$branch.key" -subj "/C=KR/O=Hanbit/CN=$branch" -out "$OUT/$branch.csr"
    # 구형 수신기는 이 방식만 읽는다
    openssl enc -seed-cbc -pbkdf2 -in "$OUT/$branch.key" -out "$OUT/$branch.key.enc" -pass env:BRANCH_PASS
    rm -f "$OUT/$branch.key"
done < branches.txt

[ -f "$OUT/legacy_dsa" ] || ssh-keygen -t dsa -b 1024 -N "" -f "$OUT/legacy_dsa"
openssl dgst -sha256 "$OUT"/*.csr > "$OUT/SUMS"
echo "발급 완료: $(wc -l < branches.txt)건"
