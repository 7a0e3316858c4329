import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import test from 'ava'
import Koa from 'koa'
import { createParameterReader } from '../../../../plugin/http/body/read-parameters.ts'
import { createUploadRoom } from '../../../../plugin/http/body/upload-budget.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'
import { listen } from '../../../proxy/upstream/recorder.ts'

/** A server that reads bodies as Postern does, for which this digest was vouched. */
async function startReader(t: Teardown, bodyDigest: string): Promise<string> {
  const limit = 1024 * 1024
  const limits = {
    formBytes: limit,
    jsonBytes: limit,
    messageBytes: limit,
    attachments: 10,
    formFields: 200,
    formParseMs: 60_000,
  }
  const read = createParameterReader(
    limits,
    createUploadRoom({ maxBytes: limit, messageBytes: limit }),
  )
  const app = new Koa()
  app.use(async (ctx) => {
    try {
      const form = await read(ctx, new URLSearchParams(), { bodyDigest, uploader: 'ada' })
      ctx.body = form.get('_subject')
    } catch (error) {
      ctx.status = 400
      ctx.body = error instanceof Refusal ? error.code : String(error)
    }
  })
  const handle = app.callback()
  return listen(
    t,
    createServer((req, res) => void handle(req, res)),
  )
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const bodies: readonly (readonly [string, string, string])[] = [
  ['a form', 'application/x-www-form-urlencoded', '_subject=signed'],
  [
    'a form with files',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="_subject"\r\n\r\nsigned\r\n--x--\r\n',
  ],
]

for (const [fact, type, body] of bodies) {
  const send = (url: string, sent: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': type }, body: sent })

  test(`${fact} that was signed is read`, async (t) => {
    const url = await startReader(t, sha256(body))

    t.is(await (await send(url, body)).text(), 'signed')
  })

  test(`${fact} of the same length as the signed one is refused`, async (t) => {
    const url = await startReader(t, sha256(body))

    t.is(await (await send(url, body.replace('signed', 'forged'))).text(), 'body_malformed')
  })

  test(`${fact} with something behind its end is refused`, async (t) => {
    const url = await startReader(t, sha256(body))

    t.is(await (await send(url, `${body}&`)).text(), 'body_malformed')
  })
}
