import { Agent, request } from 'undici'
import { z } from 'zod'
import {
  panelResponseCodes,
  type PanelCredential,
  type PanelRefusalCode,
} from '../adapter/panel.ts'

/** What the panel gets of a request: no body, no address of the page, no cookie of others. */
export interface PanelQuestion {
  /** `/cpsess0228251236`: only the segment. */
  readonly segmentPath: string
  readonly cookieHeader: string
  readonly clientIp: string
}

/** The panel's answer, before anything is remembered of it. */
export type VerificationResult =
  | {
      readonly kind: 'yes'
      readonly subject: string | undefined
      readonly mailDomain?: string | undefined
      readonly addresses?: readonly string[]
      readonly locale?: string | undefined
      readonly expiresAt: number | undefined
      /** The panel's name for its session, where it tells one. */
      readonly session: string | undefined
    }
  | { readonly kind: 'no'; readonly code: PanelRefusalCode }

interface PanelClientOptions {
  readonly authUrl: string
  /** Unix socket to ask over; undefined: the host of the address. */
  readonly socketPath?: string | undefined
  readonly timeoutMs: number
  /** Proves to the panel that it is us who requests a credential; undefined: none is ever requested. */
  readonly handOverSecret: string | undefined
  readonly onFailure: (reason: { readonly status?: number; readonly err?: unknown }) => void
}

/** Connections to the panel of this process; more questions wait for one of them. */
const CONNECTIONS = 32

/** The response is in the headers; a body beyond this is not drained, the connection is dropped instead. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Queries the panel over HTTP, as nginx's auth_request does: the status is the response. Opens the line to the
 * panel's verification address. A failure of any kind is `panel_unavailable`.
 */
export function createPanelClient(options: PanelClientOptions) {
  const { authUrl, timeoutMs, handOverSecret, onFailure } = options
  const dispatcher = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: timeoutMs, socketPath: options.socketPath ?? null },
  })

  const send = async (question: PanelQuestion, signal: AbortSignal, secret?: string) => {
    const { statusCode, headers, body } = await request(authUrl, {
      method: 'GET',
      dispatcher,
      signal,
      headers: {
        'x-original-uri': question.segmentPath,
        cookie: question.cookieHeader,
        'x-forwarded-for': question.clientIp,
        ...(secret === undefined ? {} : { 'x-panel-hand-over': secret }),
      },
    })
    await body.dump({ limit: MAX_BODY_BYTES, signal })
    return { status: statusCode, header: (name: string) => singleHeader(headers[name]) }
  }

  return {
    async request(question: PanelQuestion): Promise<VerificationResult> {
      try {
        const response = await send(question, AbortSignal.timeout(timeoutMs))
        const read = readResponse(response.status, response.header)
        if (read.kind === 'no' && read.code === 'panel_unavailable') {
          onFailure({ status: response.status })
        }
        return read
      } catch (err) {
        onFailure({ err })
        return { kind: 'no', code: 'panel_unavailable' }
      }
    },

    async requestCredential(
      question: PanelQuestion,
      signal: AbortSignal,
    ): Promise<PanelCredential> {
      if (handOverSecret === undefined) return { kind: 'prompt' }
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        const response = await send(question, limit, handOverSecret)
        const user = response.header('x-panel-credential-user')
        const password = response.header('x-panel-credential-password')
        const isCredential = response.status < 300 && user !== undefined && password !== undefined
        if (!isCredential) return { kind: 'prompt' }
        return {
          kind: 'panel',
          user: decodeURIComponent(user),
          password: decodeURIComponent(password),
        }
      } catch (err) {
        // Without a hand-over the user types the password: slower, never wrong.
        onFailure({ err })
        return { kind: 'prompt' }
      }
    },

    close: () => dispatcher.close(),
  }
}

type ReadHeader = (name: string) => string | undefined

function readResponse(status: number, header: ReadHeader): VerificationResult {
  if (status >= 200 && status < 300) return readIdentity(header)
  if (status >= 300 && status < 400) return { kind: 'no', code: 'segment_mismatch' }
  if (status === 401 || status === 403) {
    const named = refusalCode.safeParse(header('x-panel-refusal'))
    if (named.success) return { kind: 'no', code: named.data }
    return { kind: 'no', code: status === 401 ? 'session_unknown' : 'not_a_mailbox' }
  }
  return { kind: 'no', code: 'panel_unavailable' }
}

/** `X-Panel-User`: an account or an address. Anything a log or an IMAP command could trip over is refused. */
const subject = z.string().regex(/^[\x21-\x7e]{1,254}$/)

/** `X-Panel-Expires`: Unix seconds. */
const expires = z
  .string()
  .regex(/^[0-9]{1,12}$/)
  .transform((seconds) => Number(seconds) * 1000)

/** `X-Panel-Mail-Domain`: completes the address of a mailbox that is named without a domain. */
const mailDomain = z.string().regex(/^[A-Za-z0-9.-]{1,253}$/)

/** `X-Panel-Addresses`: comma-separated, what the owner may write as beside their own address. */
const addresses = z
  .string()
  .regex(/^[\x20-\x7e]{0,8192}$/)
  .transform((list) => list.split(',').flatMap((text) => text.trim() || []))

/** `X-Panel-Locale`: the language the panel shows itself in, `de` or `pt_BR`. */
const locale = z.string().regex(/^[A-Za-z0-9_-]{1,35}$/)

const identity = z.object({
  // A panel that names one no one knows still says who is there.
  locale: locale.optional().catch(undefined),
  addresses: addresses.optional(),
  subject: subject.optional(),
  mailDomain: mailDomain.optional(),
  expiresAt: expires.optional(),
  session: z.string().min(1).max(512).optional(),
})

function readIdentity(header: ReadHeader): VerificationResult {
  const read = identity.safeParse({
    subject: header('x-panel-user'),
    mailDomain: header('x-panel-mail-domain'),
    addresses: header('x-panel-addresses'),
    locale: header('x-panel-locale'),
    expiresAt: header('x-panel-expires'),
    session: header('x-panel-session'),
  })
  if (!read.success) return { kind: 'no', code: 'inconsistent' }
  return {
    kind: 'yes',
    subject: read.data.subject,
    mailDomain: read.data.mailDomain,
    locale: read.data.locale,
    addresses: read.data.addresses ?? [],
    expiresAt: read.data.expiresAt,
    session: read.data.session,
  }
}

/** Codes a panel may name in `X-Panel-Refusal`. */
const refusalCode = z.enum(panelResponseCodes)

/** A header that came twice is taken as what it is: both values, which no pattern here accepts. */
function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
