import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { laterInput } from '../compose/send-input.ts'
import { defineAction } from '../contract/contract.ts'
import { sent } from '../send/send.ts'
import { waiting } from './output.ts'

export const sendLater = defineAction({
  name: 'send-later',
  method: 'POST',
  about:
    'puts a composed message into the outbox: sent when the time to undo is over, or at `dueAt`; without such a time it is sent as by `send`',
  context: 'writing',
  takesFiles: true,
  input: laterInput,
  output: z.discriminatedUnion('kind', [waiting, sent]),
  run(): Promise<never> {
    throw new Refusal('outbox_unavailable')
  },
})
