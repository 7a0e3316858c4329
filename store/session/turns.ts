/** Work on one id is done one after the other; what is read and written then belongs together. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return async function inOrder<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
    const before = last.get(id)
    const turn = before === undefined ? work() : before.then(work, work)
    last.set(id, turn)
    try {
      return await turn
    } finally {
      if (last.get(id) === turn) last.delete(id)
    }
  }
}
