# 1 dead server, 2 chat template missing
for u in http://127.0.0.1:9/v1 http://10.255.255.1:81/v1; do
/usr/bin/time -f "wall %e cpu %U" timeout 120 acidtest run sast-triage --system model:openai-api/x/m --base-url $u --limit 8 --controls none --out dead$RANDOM 2>&1 | tail -5; echo "exit ${PIPESTATUS[0]}"
done
