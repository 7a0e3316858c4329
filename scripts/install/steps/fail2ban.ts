import { fail2banFault, reloadFail2ban } from '../machine/fail2ban.ts'
import type { Step } from './step.ts'

interface Fail2banOptions {
  /** Its files are as they are to be, and so is the log that the jail reads. */
  readonly isUnchanged: boolean
  /** It refused its configuration already before ours was added: then it is not for us to stop. */
  readonly wasBroken: boolean
}

/**
 * fail2ban reads the jail. It must accept it by its own test, also while it does not run: what it refuses now would keep
 * it from starting after a reboot. The files are rolled back by their own steps, and fail2ban is told then (notify-others.ts).
 */
export function fail2banStep({ isUnchanged, wasBroken }: Fail2banOptions): Step {
  return {
    describe: 'have fail2ban read the jail',
    isDone: async () => isUnchanged,
    planUndo: async () => undefined,
    async apply() {
      const fault = await fail2banFault()
      if (fault === undefined) {
        await reloadFail2ban()
        return
      }
      if (!wasBroken) throw new Error(fault)
    },
    removal: undefined,
  }
}
