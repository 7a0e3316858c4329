import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'

export const keepAlive = defineAction({
  name: 'keep-alive',
  method: 'GET',
  about: 'keeps the session; with `asksMail` it fails unless the mail server answers as well',
  context: 'mail',
  input: z.strictObject({ asksMail: z.boolean() }),
  output: z.strictObject({ kind: z.literal('keep-alive') }),
  async run({ asksMail }, { account, signal }) {
    if (asksMail) await account.mailboxes({ signal, isConfirmed: true })
    return { kind: 'keep-alive' }
  },
})
