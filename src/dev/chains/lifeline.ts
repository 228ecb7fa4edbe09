/**
 * A shell script that runs the command in its arguments and terminates it when standard input closes, by force if it is
 * still running 10 seconds later. The operating system closes that pipe however the process holding its other end dies,
 * so not even `kill -9` of the owner leaves a chain behind.
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
