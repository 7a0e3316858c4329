/**
 * Runs checks one after the other, beside whatever else continues. `finish` has those that still wait run at one time, and
 * resolves to how each ended, in their order.
 */
export function startChecks(names, runCheck) {
  const waiting = [...names]
  const ends = new Map()
  const runWaiting = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      ends.set(check, await runCheck(check))
    }
  }
  const first = runWaiting()
  return {
    async finish() {
      await Promise.all([first, ...Array.from({ length: waiting.length }, runWaiting)])
      return names.map((check) => ({ check, ...ends.get(check) }))
    },
  }
}
