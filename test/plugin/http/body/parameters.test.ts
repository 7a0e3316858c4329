import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import Koa from 'koa'
import { z } from 'zod'
import { createParameterReader } from '../../../../plugin/http/body/read-parameters.ts'
import { createUploadRoom } from '../../../../plugin/http/body/upload-budget.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { portOf } from '../../../support/http/port-of.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

const LIMITS = {
  formBytes: 2_000,
  jsonBytes: 4_000,
  messageBytes: 10_000,
  attachments: 2,
  inFlightBytes: 20_000,
  formFields: 50,
  formParseMs: 60_000,
}

/** A server that answers what it read, once that is done with, or the code of the refusal. */
async function startReader(
  t: Teardown,
  limits: Partial<typeof LIMITS> = {},
  isDone: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const { inFlightBytes, ...bounds } = { ...LIMITS, ...limits }
  const { messageBytes } = bounds
  const room = createUploadRoom({ maxBytes: inFlightBytes, messageBytes })
  const read = createParameterReader(bounds, room)
  const app = new Koa()
  app.use(async (ctx) => {
    try {
      const uploader = ctx.get('x-person') || 'ada'
      const parameters = await read(ctx, new URLSearchParams(ctx.querystring), {
        isSignedIn: uploader !== 'nobody',
        uploader: uploader === 'nobody' ? undefined : uploader,
      })
      await isDone()
      const files = parameters.files.map(({ filename, type, content }) => ({
        filename,
        type,
        text: content.toString(),
      }))
      ctx.body = { a: parameters.get('a'), b: parameters.get('b'), files }
    } catch (error) {
      ctx.body = { refused: error instanceof Refusal ? error.code : String(error) }
    }
  })
  const handle = app.callback()
  const server = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${await portOf(server)}/`
}

async function post(url: string, body: BodyInit, headers: Record<string, string> = {}) {
  // Node wants to be told so of a body that is a stream.
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const response = await fetch(url, init)
  return z.record(z.string(), z.unknown()).parse(await response.json())
}

test('the query wins over the body', async (t) => {
  const url = await startReader(t)
  const read = await post(`${url}?a=query`, new URLSearchParams({ a: 'body', b: 'body' }))
  t.like(read, { a: 'query', b: 'body', files: [] })
})

test('files of a multipart form are read whole', async (t) => {
  const url = await startReader(t)
  const form = new FormData()
  form.set('a', 'ä')
  form.set('_attachments[]', new File(['content'], 'Übersicht.txt', { type: 'text/plain' }))
  t.deepEqual(await post(url, form), {
    a: 'ä',
    files: [{ filename: 'Übersicht.txt', type: 'text/plain', text: 'content' }],
  })
})

test('a file of a multipart form has the name it has at its user', async (t) => {
  const url = await startReader(t)
  const names = ['the "plan".txt', '100%.txt', 'two\nlines.txt', 'a%20b.txt', 'Ü "1"; x=2.txt']

  for (const name of names) {
    const form = new FormData()
    form.set('file', new File(['x'], name, { type: 'text/plain' }))
    const file = { filename: name, type: 'text/plain', text: 'x' }
    t.deepEqual(await post(url, form), { files: [file] }, name)
  }
})

test('bodies beyond a limit are refused, declared or not', async (t) => {
  const url = await startReader(t)
  const tooLarge = { refused: 'body_too_large' }
  t.deepEqual(await post(url, new URLSearchParams({ a: 'x'.repeat(3_000) })), tooLarge)
  const large = new FormData()
  large.set('file', new File(['x'.repeat(11_000)], 'x'))
  t.deepEqual(await post(url, large), tooLarge)
  const many = new FormData()
  for (const name of ['a', 'b', 'c']) many.append('file', new File(['x'], name))
  t.deepEqual(await post(url, many), tooLarge)
})

test('what does not fit into the room for uploads is told to come back', async (t) => {
  const url = await startReader(t, { inFlightBytes: 500 })
  const form = new FormData()
  form.set('file', new File(['x'.repeat(600)], 'x'))
  t.deepEqual(await post(url, form), { refused: 'mail_busy' })
})

test('an upload holds its room until its request is answered', async (t) => {
  const reads: (() => void)[] = []
  const isDone = () => new Promise<void>((resolve) => void reads.push(resolve))
  const url = await startReader(t, { inFlightBytes: 1_000 }, isDone)
  const form = () => {
    const files = new FormData()
    files.set('file', new File(['x'.repeat(400)], 'x'))
    return files
  }

  const first = post(url, form())
  while (reads.length < 1) await setImmediate()
  t.deepEqual(await post(url, form()), { refused: 'mail_busy' })

  reads[0]?.()
  t.like(await first, { files: [{ filename: 'x' }] })
  const next = post(url, form())
  while (reads.length < 2) await setImmediate()
  reads[1]?.()
  t.like(await next, { files: [{ filename: 'x' }] })
})

for (const [what, body, headers] of [
  ['plain text', '{}', { 'content-type': 'text/plain' }],
  [
    'a compressed form',
    'a=b',
    { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' },
  ],
  ['a multipart form without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
] as const) {
  test(`${what} is refused as malformed`, async (t) => {
    t.deepEqual(await post(await startReader(t), body, { ...headers }), {
      refused: 'body_malformed',
    })
  })
}

for (const [index, body] of [
  ['a file', 'Content-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nhello'],
  ['a field', 'Content-Disposition: form-data; name="f"\r\n\r\nhello'],
  ['the headers of a part', 'Content-Dispos'],
] as const) {
  test(`a multipart form that ends inside of ${index} is refused as malformed`, async (t) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }

    const read = await post(await startReader(t), `--x\r\n${body}`, headers)

    t.deepEqual(read, { refused: 'body_malformed' })
  })
}

test('a form with files of no one who may send them is refused unread', async (t) => {
  const form = new FormData()
  form.set('a', 'b')

  const read = await post(await startReader(t), form, { 'x-person': 'nobody' })

  t.deepEqual(read, { refused: 'body_malformed' })
})

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' }
const FIELD = 'Content-Disposition: form-data; name="a"'

for (const [what, body, headers] of [
  ['of many empty parts', '--x\r\n\r\n\r\n'.repeat(60), MULTIPART],
  ['of many fields', `--x\r\n${FIELD}\r\n\r\nb\r\n`.repeat(51), MULTIPART],
  ['longer than a message before its first part', 'x'.repeat(11_000), MULTIPART],
] as const) {
  test(`a form with files ${what} is refused as too large`, async (t) => {
    const read = await post(await startReader(t), chunked(`${body}\r\n--x--\r\n`), headers)

    t.deepEqual(read, { refused: 'body_too_large' })
  })
}

const LONG = 'y'.repeat(71)

for (const [what, body, headers] of [
  [
    'whose boundary is longer than any may be',
    `--${LONG}\r\n${FIELD}\r\n\r\nb\r\n--${LONG}--\r\n`,
    { 'content-type': `multipart/form-data; boundary=${LONG}` },
  ],
  [
    'with a field name without end',
    `--x\r\nContent-Disposition: form-data; name="${'y'.repeat(101)}"\r\n\r\nb\r\n--x--\r\n`,
    MULTIPART,
  ],
] as const) {
  test(`a form with files ${what} is refused as malformed`, async (t) => {
    t.deepEqual(await post(await startReader(t), body, headers), { refused: 'body_malformed' })
  })
}

test('a form that the parser works on for too long is refused', async (t) => {
  const url = await startReader(t, { formParseMs: 0 })
  const form = new FormData()
  form.set('a', 'b')

  t.deepEqual(await post(url, form), { refused: 'body_malformed' })
})

test('a form of many fields is refused before it is taken apart', async (t) => {
  const url = await startReader(t)
  const type = { 'content-type': 'application/x-www-form-urlencoded' }

  t.deepEqual(await post(url, '&'.repeat(50), type), { refused: 'body_too_large' })
  t.like(await post(url, `a=b${'&'.repeat(49)}`, type), { a: 'b' })
})

test('an address of many parameters is refused', async (t) => {
  const url = await startReader(t)

  const read = await post(`${url}?${'a=b&'.repeat(51)}`, new URLSearchParams())

  t.deepEqual(read, { refused: 'input_invalid' })
})

test('uploads that say nothing keep no one from uploading', async (t) => {
  const url = await startReader(t, { inFlightBytes: 10_100 })
  for (const user of ['bea', 'cem', 'dov', 'eva']) {
    const silent = request(url, {
      method: 'POST',
      headers: {
        ...MULTIPART,
        'x-person': user,
        'content-length': '10000',
        expect: '100-continue',
      },
    })
    silent.on('error', () => undefined)
    silent.flushHeaders()
    t.teardown(() => silent.destroy())
    await once(silent, 'continue')
  }
  const form = new FormData()
  form.set('a', 'b')

  t.like(await post(url, form, { 'x-person': 'ada' }), { a: 'b' })
})

/** Without a declared length. */
function chunked(text: string): ReadableStream {
  return new Blob([text]).stream()
}

test('JSON may be longer than a form where the user is signed in', async (t) => {
  const url = await startReader(t)
  const json = (bytes: number, person: string) =>
    post(url, JSON.stringify('x'.repeat(bytes)), {
      'content-type': 'application/json',
      'x-person': person,
    })

  t.like(await json(3_000, 'ada'), { files: [] })
  t.deepEqual(await json(3_000, 'nobody'), { refused: 'body_too_large' })
  t.deepEqual(await json(5_000, 'ada'), { refused: 'body_too_large' })
})
