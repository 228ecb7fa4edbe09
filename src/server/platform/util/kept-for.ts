/** What this process keeps about each object, such as a database or a request: made at its first use, gone with it. */
export function keptFor<Key extends WeakKey, State>(create: (key: Key) => State): (key: Key) => State {
  const states = new WeakMap<Key, State>();
  return (key) => {
    let state = states.get(key);
    if (state === undefined) {
      state = create(key);
      states.set(key, state);
    }
    return state;
  };
}
