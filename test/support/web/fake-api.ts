import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import Koa, { type Context } from 'koa'
import { defaultAssets } from '../../../plugin/http/assets/assets.ts'
import {
  frameWithImages,
  frameWithoutImages,
  type MessageFrameFile,
} from '../../../plugin/http/assets/message-frame.ts'
import { securityHeaders } from '../../../plugin/gate/cross-site.ts'
import { createEventsByAccount } from '../../../plugin/events/account-events.ts'
import { createEventStreams } from '../../../plugin/events/streams.ts'
import { sendEvents } from '../../../plugin/response/respond.ts'
import { createWatchedAccount, type WatchedAccount } from '../../plugin/events/watched-account.ts'
import { portOf } from '../http/port-of.ts'
import { renderLoginPage } from '../../../plugin/pages/login-page.ts'
import { renderMailPageEnd, renderMailPageStart } from '../../../plugin/pages/mail-page.ts'
import { Refusal, refusals, type RefusalCode } from '../../../plugin/http/refusal.ts'
import { refusalText } from '../../../plugin/texts/server-texts.ts'
import { NATIVE_TYPE, NATIVE_VERSION } from '../../../plugin/wire/native/media-type.ts'
import type { NativeError } from '../../../plugin/wire/native/types.ts'
import {
  fakeInput,
  isReplaced,
  isThere,
  messageOf,
  type FakeAccount,
  type FakeFields,
  type FakeInput,
} from './fake-account.ts'
import { createFakeSettings } from './fake-settings.ts'
import { fakeResponse } from './fake-actions.ts'
import { contactResponse } from './fake-contacts.ts'
import { emptyBook } from '../contacts/contact-book.ts'
import { fakeMailboxes } from './fake-mail.ts'
import type { Language } from '../../../plugin/language/language.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

/** A request the fake answered. */
export interface FakeCall {
  readonly action: string
  readonly method: string
  readonly fields: FakeFields
  /** What an action is told. */
  readonly input: FakeInput
  /** Of its body. */
  readonly bytes: number
}

/** The native API in memory, under a segment, with our real pages and headers: what the page is tested against. */
export interface FakeApi extends FakeAccount {
  /** Address of the page. */
  readonly url: string
  readonly calls: readonly FakeCall[]
  /** The session is there; when false every action is refused as `not_signed_in`. */
  isSignedIn: boolean
  /** Whose page the browser's cookie opens; the owner's until told otherwise. */
  pageOf: string
  /** Actions named here are refused with the code until they are taken out. */
  readonly refused: Map<string, RefusalCode>
  /** The browser's language, as the server understood it. */
  language: Language
  /** What the owner has set. */
  readonly settings: Awaited<ReturnType<typeof createFakeSettings>>
  /** What the mail server pushes to the page, when the fake was started with events. */
  readonly pushed: WatchedAccount
  /** Ends all event streams, as signing out in another page does; the next are answered again. */
  endStreams(): void
  /** Resolves with the next request of the action that comes after this call. */
  next(action: string): Promise<FakeCall>
  close(): Promise<void>
}

/** Built files of the browser application. */
export interface BuiltApp {
  readonly script: string
  readonly style: string
  /** What the script loads later, by name. */
  readonly chunks: readonly (readonly [string, string])[]
}

interface FakeApiOptions {
  readonly app: BuiltApp
  readonly messages?: number
  readonly maxMessageBytes?: number
  readonly hasEvents?: boolean
  readonly readAfterSeconds?: number
  /** None unless told, so that a test sees only what it requests. */
  readonly readAheadMessages?: number
  readonly pageSize?: number
  /** How long sending can be undone; 0, at once, unless told. */
  readonly undoSeconds?: number
  /** null: the owner's sign-in name has no mail domain, and none is known. */
  readonly ownAddress?: null
  /** What the owner writes as; plain text unless told. */
  readonly writeFormat?: 'plain' | 'formatted'
}

const mount = '/cpsess0123456789/3rdparty/roundcube/'
const password = 'right'
const sessionId = 'session'
const userName = 'owner@example.test'

/** A pixel: what every part of the fake contains. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts the fake on a free port. */
export async function startFakeApi(options: FakeApiOptions): Promise<FakeApi> {
  const calls: FakeCall[] = []
  let waiting: { readonly action: string; readonly resolve: (call: FakeCall) => void }[] = []
  let token = newToken(1)

  /** Anyone who waits for the call hears of it once it is answered, so that what they change meets the next one. */
  async function noted(call: FakeCall, handle: () => Promise<FakeReply>): Promise<FakeReply> {
    calls.push(call)
    const reply = await handle()
    report(call)
    return reply
  }

  function report(call: FakeCall): void {
    for (const { action, resolve } of waiting) if (action === call.action) resolve(call)
    waiting = waiting.filter(({ action }) => action !== call.action)
  }

  async function page(url: URL, status = 200, error?: RefusalCode): Promise<FakeReply> {
    return {
      status,
      type: 'html',
      body: api.isSignedIn || api.pageOf !== userName ? await mailPage() : loginPage(url, error),
    }
  }

  function loginPage(url: URL, error: RefusalCode | undefined): string {
    return renderLoginPage({
      requestToken: token,
      url: url.search.slice(1),
      productName: 'Postern',
      error,
      requestId: 'a39eb5f3',
      language: api.language,
    })
  }

  async function mailPage(): Promise<string> {
    const { preferences } = await settings.read()
    const start = renderMailPageStart(
      {
        task: 'mail',
        request_token: token,
        productName: 'Postern',
        user: api.pageOf,
        undoSeconds: options.undoSeconds ?? 0,
        ownAddress: options.ownAddress === undefined ? userName : options.ownAddress,
        delimiter: '/',
        pageSize: api.pageSize,
        refreshSeconds: 3_600,
        readAfterSeconds: options.readAfterSeconds ?? 3,
        readAheadMessages: options.readAheadMessages ?? 0,
        readAheadBytes: 100_000,
        messageFrames: defaultAssets.messageFrames,
        maxMessageBytes: options.maxMessageBytes ?? 20_000_000,
        panelHome: '/',
        heartbeatSeconds: options.hasEvents === true ? 60 : null,
        preferences,
        bookmark: null,
        usualLanguage: api.language,
      },
      undefined,
      preferences.language === '' ? api.language : preferences.language,
    )
    return start + renderMailPageEnd([])
  }

  async function login({ URL: url }: Context, fields: FakeFields): Promise<FakeReply> {
    const refused = api.refused.get('login')
    if (refused !== undefined) return page(url, refusals[refused].status, refused)
    if (fields.get('_pass') !== password || fields.get('_token') !== token) {
      return page(url, 401, 'sign_in_failed')
    }
    api.isSignedIn = true
    token = newToken(2)
    return { status: 302, type: 'html', body: '', location: `./?_task=mail&_token=${token}` }
  }

  async function respond(ctx: Context, action: string, input: FakeInput): Promise<FakeReply> {
    const code = api.isSignedIn ? api.refused.get(action) : 'not_signed_in'
    if (code !== undefined) return refusal(code)
    if (ctx.method === 'POST' && ctx.get('x-roundcube-request') !== token) {
      return refusal('token_mismatch')
    }
    if (!isThere(input.list ?? input, api)) return refusal('mailbox_not_found')
    if (isReplaced(input, api)) return refusal('mailbox_replaced')
    if (action === 'frame') return { ...original, body: messageOf(input, api).html ?? '' }
    if (action === 'get') return { status: 200, type: 'image/png', body: pixel }
    try {
      const reported = await contactResponse(action, input, api)
      if (reported !== undefined) return reported
    } catch (error) {
      if (error instanceof Refusal) return refusal(error.code)
      throw error
    }
    const result = { version: NATIVE_VERSION, ...fakeResponse(action, input, api) }
    return { status: 200, type: NATIVE_TYPE, body: JSON.stringify(result) }
  }

  async function reply(ctx: Context): Promise<FakeReply | undefined> {
    const asset = assets.get(ctx.path)
    if (asset !== undefined) return asset
    if (ctx.path !== `${mount}index.php` && ctx.path !== mount) return undefined
    const body = await readBody(ctx.req)
    const fields = await fieldsOf(ctx, body)
    const input = inputOf(fields)
    const action = fields.get('_action')
    if (fields.get('_task') === 'login' && ctx.method === 'POST') return login(ctx, fields)
    const call = { method: ctx.method, fields, input, bytes: body.length }
    // A HEAD is no load of the page, but a test that waits for a response.
    if (action === undefined && ctx.method === 'HEAD') return page(ctx.URL)
    if (action === undefined) return noted({ ...call, action: 'page' }, () => page(ctx.URL))
    return noted({ ...call, action }, async () => {
      const own = api.isSignedIn ? await settings.answer(action, input) : undefined
      return own ?? respond(ctx, action, input)
    })
  }

  function stream(ctx: Context, fields: FakeFields): void {
    const shown = fields.get('_mbox')
    const body = streams.open({
      sessionId,
      owner: userName,
      user: userName,
      account: pushed,
      mailbox: shown === undefined ? undefined : mailboxName(shown),
      lastEventId: fields.get('_last_event_id'),
      isSessionValid: async () => true,
    })
    sendEvents(ctx, body)
  }

  const settings = await createFakeSettings(options.writeFormat ?? 'plain')
  const pushed = createWatchedAccount()
  const streams = createEventStreams({
    byAccount: createEventsByAccount({
      coalesceMs: 10,
      lingerMs: 60_000,
      maxEvents: 512,
      maxLingering: 10,
      newEpoch: () => 'fake',
    }),
    perSession: 2,
    maxStreams: 10,
    heartbeatMs: 60_000,
    checkMs: 60_000,
    maxBufferedBytes: 64 * 1024,
    spreadMs: 0,
    random: Math.random,
  })
  const { script, style, chunks } = options.app
  const assets = new Map<string, FakeReply>([
    [`${mount}postern/app.js`, { status: 200, type: 'text/javascript', body: script }],
    [`${mount}postern/app.css`, { status: 200, type: 'text/css', body: style }],
    ...chunks.map(([name, body]): [string, FakeReply] => [
      `${mount}postern/${name}`,
      { status: 200, type: 'text/javascript', body },
    ]),
    [`${mount}${defaultAssets.messageFrames.withoutImages}`, frame(frameWithoutImages)],
    [`${mount}${defaultAssets.messageFrames.withImages}`, frame(frameWithImages)],
  ])
  const koa = new Koa()
  // A page that goes away cuts its stream: nothing to report.
  koa.silent = true
  koa.use(securityHeaders())
  koa.use(async (ctx) => {
    if (ctx.query['_action'] === 'events' && api.isSignedIn) {
      const fields = new Map(ctx.URL.searchParams)
      const call = { action: 'events', method: ctx.method, fields, input: {}, bytes: 0 }
      calls.push(call)
      report(call)
      if (!api.refused.has('events')) {
        stream(ctx, fields)
        return
      }
    }
    const answered = await reply(ctx)
    if (answered !== undefined) write(ctx, answered)
  })
  const server = koa.listen(0, '127.0.0.1')
  const port = await portOf(server)

  const api: FakeApi = {
    url: `http://127.0.0.1:${port}${mount}index.php`,
    contacts: emptyBook(),
    directory: undefined,
    language: 'en',
    mailboxes: fakeMailboxes(options.messages ?? 20),
    pageSize: options.pageSize ?? 50,
    sent: new Map(),
    outbox: new Map(),
    undoSeconds: options.undoSeconds ?? 0,
    notices: [],
    canFile: true,
    calls,
    isSignedIn: true,
    pageOf: userName,
    refused: new Map(),
    next: (action) => new Promise((resolve) => waiting.push({ action, resolve })),
    settings,
    pushed,
    endStreams: () => streams.endSession(sessionId),
    async close() {
      streams.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return api
}

interface FakeReply {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
  readonly policy?: string
  readonly location?: string
}

function write(ctx: Context, { status, type, body, policy, location }: FakeReply): void {
  ctx.status = status
  ctx.type = type
  ctx.body = body
  if (policy !== undefined) ctx.set('Content-Security-Policy', policy)
  if (location !== undefined) ctx.set('Location', location)
}

function refusal(code: RefusalCode): FakeReply {
  const { status } = refusals[code]
  const error: NativeError = {
    kind: 'error',
    code,
    message: refusalText({ code, about: undefined }, 'en'),
    retry: status === 503,
    // Long enough that only the user's own "Try now" asks again within a test.
    retryAfterSeconds: status === 503 ? 600 : null,
    requestId: 'a39eb5f3',
  }
  return { status, type: NATIVE_TYPE, body: JSON.stringify({ version: NATIVE_VERSION, ...error }) }
}

/** A document of a body automatically, as for what is forwarded. */
const original = { status: 200, type: 'html', policy: "default-src 'none'; sandbox" }

function frame({ html, policy }: MessageFrameFile): FakeReply {
  return { status: 200, type: 'html', body: html, policy }
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function fieldsOf(
  { req, URL: url }: Context,
  bytes: Buffer<ArrayBuffer>,
): Promise<FakeFields> {
  const type = req.headers['content-type']
  const query = [...url.searchParams]
  if (type === undefined) return new Map(query)
  if (type.startsWith('application/json')) return new Map([['_input', bytes.toString()], ...query])
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const body = [...form].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
  return new Map([...body, ...query])
}

/** What an action is told, with the names of the files that came along. */
function inputOf(fields: FakeFields): FakeInput {
  const input = fakeInput.parse(JSON.parse(fields.get('_input') ?? '{}'))
  const file = fields.get('_files[]')
  return file === undefined ? input : { ...input, files: [file] }
}

function newToken(round: number): string {
  return `${round}`.padEnd(32, 'T')
}
