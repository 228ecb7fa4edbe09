/**
 * Runs a command and ends it when standard input closes, which the system does however the owner dies: not even `kill
 * -9` leaves a chain behind.
 */
export const LIFELINE = `
exec 3<&0
"$@" </dev/null 3<&- &
chain=$!
(
  read -r _ <&3
  kill -TERM "$chain"
  tries=0
  while kill -0 "$chain" && [ "$tries" -lt 10 ]; do sleep 1; tries=$((tries + 1)); done
  kill -KILL "$chain"
) >/dev/null 2>&1 &
watch=$!
exec 3<&- </dev/null
wait "$chain"
code=$?
kill "$watch" 2>/dev/null
exit "$code"`;
