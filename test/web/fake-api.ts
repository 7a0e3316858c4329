import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa, { type Context } from 'koa'
import { securityHeaders } from '../../plugin/gate/security-headers.ts'
import { renderLoginPage } from '../../plugin/page/login-page.ts'
import { renderMailPage } from '../../plugin/page/mail-page.ts'
import { refusals, type RefusalCode } from '../../plugin/refusal.ts'
import { NATIVE_TYPE, type NativeError } from '../../plugin/wire/native-types.ts'
import { fakeAnswer, messageOf, type FakeAccount, type FakeFields } from './fake-actions.ts'
import { fakeMailboxes } from './fake-mail.ts'

/** A request the fake answered. */
export interface FakeCall {
  readonly action: string
  readonly method: string
  readonly fields: FakeFields
}

/** The native API in memory, under a segment, with our real pages and headers: what the page is tested against. */
export interface FakeApi extends FakeAccount {
  /** Address of the page. */
  readonly url: string
  readonly calls: readonly FakeCall[]
  /** The session is there; when false every action is refused as `not_signed_in`. */
  isSignedIn: boolean
  /** Actions named here are refused with the code until they are taken out. */
  readonly refused: Map<string, RefusalCode>
  /** Resolves with the next request of the action that comes after this call. */
  next(action: string): Promise<FakeCall>
  close(): Promise<void>
}

/** Built files of the browser application. */
export interface BuiltApp {
  readonly script: string
  readonly style: string
}

interface FakeApiOptions {
  readonly app: BuiltApp
  readonly messages?: number
  readonly refreshSeconds?: number
  readonly maxMessageBytes?: number
}

const mount = '/cpsess0123456789/3rdparty/roundcube/'
const password = 'right'
const userName = 'owner@example.test'

/** A pixel: what every part of the fake contains. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts the fake on a free port. */
export async function startFakeApi(options: FakeApiOptions): Promise<FakeApi> {
  const calls: FakeCall[] = []
  const waiting: { readonly action: string; readonly resolve: (call: FakeCall) => void }[] = []
  const koa = new Koa()
  let token = newToken(1)

  function note(call: FakeCall): void {
    calls.push(call)
    for (const wait of waiting.splice(0)) {
      if (wait.action === call.action) wait.resolve(call)
      else waiting.push(wait)
    }
  }

  function page(ctx: Context): void {
    ctx.type = 'html'
    if (!api.isSignedIn) {
      ctx.body = renderLoginPage({
        requestToken: token,
        url: ctx.querystring,
        productName: 'Postern',
      })
      return
    }
    ctx.body = renderMailPage({
      task: 'mail',
      request_token: token,
      productName: 'Postern',
      user: userName,
      delimiter: '/',
      pageSize: api.pageSize,
      refreshSeconds: options.refreshSeconds ?? 3_600,
      maxMessageBytes: options.maxMessageBytes ?? 20_000_000,
      panelHome: '/',
    })
  }

  function login(ctx: Context, fields: FakeFields): void {
    if (fields.get('_pass') === password && fields.get('_token') === token) {
      api.isSignedIn = true
      token = newToken(2)
      ctx.redirect(`./?_task=mail&_token=${token}`)
      return
    }
    ctx.status = 401
    page(ctx)
  }

  function answer(ctx: Context, action: string, fields: FakeFields): void {
    const code = api.isSignedIn ? api.refused.get(action) : 'not_signed_in'
    if (code !== undefined) return refuse(ctx, code)
    if (ctx.method === 'POST' && ctx.get('x-roundcube-request') !== token) {
      return refuse(ctx, 'token_mismatch')
    }
    if (action === 'frame') return frame(ctx, messageOf(fields, api).html ?? '')
    if (action === 'get') {
      ctx.type = 'image/png'
      ctx.body = pixel
      return
    }
    ctx.type = NATIVE_TYPE
    ctx.body = JSON.stringify(fakeAnswer(action, fields, api))
  }

  koa.use(securityHeaders())
  koa.use(async (ctx) => {
    if (ctx.path === `${mount}postern/app.js`)
      return asset(ctx, 'text/javascript', options.app.script)
    if (ctx.path === `${mount}postern/app.css`) return asset(ctx, 'text/css', options.app.style)
    if (ctx.path !== `${mount}index.php` && ctx.path !== mount) return
    const fields = await readFields(ctx.req, ctx.URL)
    const action = fields.get('_action')
    if (fields.get('_task') === 'login' && ctx.method === 'POST') return login(ctx, fields)
    if (action === undefined) return page(ctx)
    note({ action, method: ctx.method, fields })
    answer(ctx, action, fields)
  })

  const server = createServer(koa.callback())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const api: FakeApi = {
    url: `http://127.0.0.1:${portOf(server.address())}${mount}index.php`,
    mailboxes: fakeMailboxes(options.messages ?? 20),
    pageSize: 50,
    sent: new Map(),
    calls,
    isSignedIn: true,
    refused: new Map(),
    next: (action) => new Promise((resolve) => waiting.push({ action, resolve })),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return api
}

function refuse(ctx: Context, code: RefusalCode): void {
  const { status, message } = refusals[code]
  const error: NativeError = {
    kind: 'error',
    code,
    message,
    retry: status === 503,
    retryAfterSeconds: null,
    requestId: 'a39eb5f3',
  }
  ctx.status = status
  ctx.type = NATIVE_TYPE
  ctx.body = JSON.stringify({ version: 1, ...error })
}

function frame(ctx: Context, html: string): void {
  ctx.set(
    'Content-Security-Policy',
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  )
  ctx.type = 'html'
  ctx.body = `<!doctype html><html><body>${html}</body></html>`
}

function asset(ctx: Context, type: string, body: string): void {
  ctx.type = type
  ctx.body = body
}

async function readFields(request: IncomingMessage, url: URL): Promise<FakeFields> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
  const type = request.headers['content-type']
  const query = [...url.searchParams]
  if (type === undefined) return new Map(query)
  const form = await new Response(Buffer.concat(chunks), {
    headers: { 'content-type': type },
  }).formData()
  const body = [...form].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
  return new Map([...body, ...query])
}

function newToken(round: number): string {
  return `${round}`.padEnd(32, 'T')
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the fake has no port')
  return address.port
}
