import { Refusal } from '../../http/refusal.ts'
import type { Action, PasswordInput } from '../contract/action.ts'

/** mail/change-password: changes the password of the mailbox. Throws Refusal('not_found') where it can not be changed here. */
export const changePassword: Action<PasswordInput> = {
  method: 'POST',
  async run(passwords, { ownPassword }) {
    if (ownPassword === undefined) throw new Refusal('not_found')
    if (Array.from(passwords.wanted).length < ownPassword.minLength) {
      throw new Refusal('password_too_short')
    }
    return { kind: 'password-changed', ...(await ownPassword.change(passwords)) }
  },
}
