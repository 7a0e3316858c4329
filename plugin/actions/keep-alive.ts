import type { Action } from './action.ts'

/** mail/keep-alive: keeps the session; asks nothing of the mail server. */
export const keepAlive: Action<undefined> = {
  task: 'mail',
  name: 'keep-alive',
  method: 'GET',
  parse: () => undefined,
  run: () => Promise.resolve({ kind: 'keep-alive' }),
}
