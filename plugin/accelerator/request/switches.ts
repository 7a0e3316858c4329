import type { AcceleratedAction } from './hot-request.ts'

/** One action that Postern can answer for Roundcube, and whether it is left to Roundcube at the moment. */
export interface Switch {
  readonly action: AcceleratedAction
  readonly isOff: boolean
}

/** Which actions are left to Roundcube: as configured at first, then as an administrator says, until the process ends. */
export interface Switches {
  isOff(action: AcceleratedAction): boolean
  /** Answers false for an action that has no switch here. */
  turn(action: string, to: 'on' | 'off'): boolean
  list(): readonly Switch[]
}

/** Makes a switch for each of `actions`; those in `off` are off. */
export function createSwitches(
  actions: readonly AcceleratedAction[],
  off: readonly AcceleratedAction[],
): Switches {
  const states = new Map(actions.map((action) => [action, off.includes(action)]))
  return {
    isOff: (action) => states.get(action) ?? false,
    turn(name, to) {
      const action = actions.find((known) => known === name)
      if (action === undefined) return false
      states.set(action, to === 'off')
      return true
    },
    list: () => [...states].map(([action, isOff]) => ({ action, isOff })),
  }
}
