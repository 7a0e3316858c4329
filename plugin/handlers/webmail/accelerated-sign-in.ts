import type { UpstreamResponse } from '../../../proxy/upstream/upstream.ts'
import type { PassReason } from '../../accelerator/request/response.ts'
import { idAttributesOf, setProofOf } from '../../accelerator/session/session-cookies.ts'
import type { SeenSignIn } from '../../accelerator/sign-in/learn-sign-in.ts'
import { readSignInForm } from '../../accelerator/sign-in/sign-in-form.ts'
import type { SentForm } from '../../accelerator/sign-in/sign-ins.ts'
import type { Location } from '../../gate/location.ts'
import { during } from '../../http/request-trace.ts'
import type { SignInOutcome } from '../../metrics/metrics.ts'
import type { TrustedRequest } from '../../request/trusted-request.ts'
import type { RequestServices } from '../../request/services.ts'
import type { GatewayResponse } from '../../response/respond.ts'
import { noteSignIn, resultOf } from '../../request/sign-in-audit.ts'
import { ANSWERED_BY } from './answered-by.ts'
import { readSmallForm } from './small-form.ts'

/** A POST to the address of Roundcube's sign-in form. */
interface SignInRequest extends Pick<TrustedRequest, 'ctx' | 'principal' | 'context'> {
  /** The path before the script. */
  readonly mount: Location['mount']
}

/** Passes the request on, and answers a copy of what Roundcube answered. */
type PassOn = (how: {
  readonly reason: PassReason
  readonly body?: Buffer
}) => Promise<UpstreamResponse | undefined>

/**
 * Roundcube's sign-in form: whom it has signed in before Postern signs in, everybody else it does. The audit has a line
 * of each.
 */
export async function handleAcceleratedSignIn(
  request: SignInRequest,
  services: RequestServices,
  passOn: PassOn,
): Promise<GatewayResponse | undefined> {
  const { ctx, context, mount } = request
  const { signIns, countSignIn, countAccelerated } = services
  const body = await readSmallForm(ctx, context)
  if (body === undefined) return passed(passOn({ reason: 'not_understood' }))
  const fields = new URLSearchParams(body.toString())
  const owner = fields.get('_user')?.trim().toLowerCase()
  const note = (result: string, outcome: SignInOutcome) => {
    noteSignIn({ owner, how: 'form' }, request, services.audit, result)
    countSignIn(outcome)
  }
  if (owner !== undefined) context.trace.isOf(owner)
  const sent: SentForm = {
    form: readSignInForm(context.query, fields),
    cookie: ctx.req.headers.cookie,
    clientIp: context.clientIp,
    scheme: services.proxies.scheme(ctx.req),
    signal: context.signal,
  }
  const response = await answered(sent, request, services)
  if (response.kind === 'passed-on') {
    const given = await passOn({ reason: response.reason, body }).catch((error: unknown) => {
      note(resultOf(error), 'unavailable')
      throw error
    })
    if (given === undefined) return undefined
    const seen = seenSignIn(given, mount)
    if (seen !== undefined) await signIns?.learn(sent, seen)
    if (seen !== undefined) note('accepted', 'accepted')
    else if (given.status === 401) note('sign_in_failed', 'refused')
    else note('failed', 'unavailable')
    return undefined
  }
  countAccelerated('sign-in', 'postern')
  context.trace.isAction('sign-in')
  note('accepted', 'accepted')
  const browser = { cookie: sent.cookie, clientIp: sent.clientIp }
  await services.accelerator?.learnCookies(response.cookies, browser)
  return {
    kind: 'webmail-redirect',
    location: `${mount}?${response.query}`,
    cookies: response.cookies,
    headers: { ...ROUNDCUBE_HEADERS, [ANSWERED_BY]: 'postern' },
  }
}

/** Without `webmail.accelerate.signIn` Roundcube judges every sign-in, and the audit still says how. */
async function answered(
  sent: SentForm,
  { context: { trace } }: Pick<SignInRequest, 'context'>,
  { signIns }: Pick<RequestServices, 'signIns'>,
) {
  if (signIns === undefined) return { kind: 'passed-on', reason: 'switched_off' } as const
  trace.enter('own')
  return during(trace, 'imap', () => signIns.handle(sent))
}

async function passed(passing: Promise<unknown>): Promise<undefined> {
  await passing
}

/** What Roundcube sets where it leads to its page. */
const ROUNDCUBE_HEADERS = {
  'Cache-Control': 'private, no-cache, no-store, must-revalidate, post-check=0, pre-check=0',
  Pragma: 'no-cache',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'sameorigin',
} as const

/** The session that Roundcube's answer starts; undefined when it signs no one in. */
function seenSignIn({ status, headers }: UpstreamResponse, mount: string): SeenSignIn | undefined {
  const lines = headers['set-cookie'] ?? []
  const set = setProofOf(lines, undefined)
  if (status !== 302 || set === undefined) return undefined
  const { location = '' } = headers
  const query = location.startsWith(`${mount}?`) ? location.slice(mount.length + 1) : undefined
  return { ...set, idAttributes: idAttributesOf(lines), query }
}
