import { setMaxListeners } from 'node:events'
import type { TestFn } from 'ava'
import { segmentAt } from '../../../../plugin/gate/location.ts'
import type { Panel, PanelEvidence } from '../../../../plugin/panel/adapter/panel.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

/** What tests change of the evidence of one request; the rest is that of an ordinary one. */
export type EvidenceChange = Partial<Omit<PanelEvidence, 'segment'>> &
  Pick<PanelEvidence, 'cookieHeader'> & { readonly segmentDigits: string }

/** A panel with one live session, as the suite needs it. */
export interface PanelUnderTest {
  readonly panel: Panel
  /** Evidence of a new request of a user who is signed in. */
  readonly signedIn: () => Promise<EvidenceChange>
  /** What takes the proof out of that evidence. */
  readonly unproven: Partial<Omit<PanelEvidence, 'segment'>>
  readonly subject: string
}

/** A panel that is shown cookies. */
export interface CookiePanelUnderTest {
  readonly panel: Panel
  /** Cookie header and segment of a user who is signed in. */
  readonly signedIn: EvidenceChange & { readonly cookieHeader: string }
  /** A cookie header that is well-formed and belongs to no one. */
  readonly strangerCookie: string
  readonly subject: string
}

/** Evidence of one request; the suite and other tests change single fields of it. */
export function evidence({ segmentDigits, ...change }: EvidenceChange): PanelEvidence {
  const segment = segmentAt(`/cpsess${segmentDigits}`, 'cpsess')
  if (segment === undefined) throw new TypeError(`no segment: ${segmentDigits}`)
  return { clientIp: '127.0.0.1', requestId: 'a39eb5f3', ...change, segment }
}

/** A signal that is never aborted, for any number of waiting requests. */
export const neverAborted = new AbortController().signal
setMaxListeners(0, neverAborted)

/** What every panel adapter promises (plugin/panel/adapter/panel.ts). Run once per adapter. */
export function testPanelContract(
  test: TestFn,
  name: string,
  start: (t: Teardown) => Promise<PanelUnderTest>,
): void {
  test(`${name}: proof and segment of one session are a principal`, async (t) => {
    const { panel, signedIn, subject } = await start(t)

    const verdict = await panel.verify(evidence(await signedIn()), neverAborted)

    t.is(verdict.kind, 'principal')
    t.is(verdict.kind === 'principal' ? verdict.principal.subject : undefined, subject)
  })

  test(`${name}: the session key is a hash`, async (t) => {
    const { panel, signedIn } = await start(t)

    const verdict = await panel.verify(evidence(await signedIn()), neverAborted)

    const key = verdict.kind === 'principal' ? verdict.principal.sessionKey : ''
    t.regex(key, /^[0-9a-f]{64}$/)
  })

  test(`${name}: one session is the same principal on every request`, async (t) => {
    const { panel, signedIn } = await start(t)

    const first = await panel.verify(evidence(await signedIn()), neverAborted)
    const second = await panel.verify(evidence(await signedIn()), neverAborted)

    t.deepEqual(first, second)
  })

  test(`${name}: the segment of another session is refused`, async (t) => {
    const { panel, signedIn } = await start(t)
    const requested = await signedIn()

    const verdict = await panel.verify(
      evidence({ ...requested, segmentDigits: other(requested.segmentDigits) }),
      neverAborted,
    )

    t.deepEqual(verdict, { kind: 'refused', code: 'segment_mismatch' })
  })

  test(`${name}: a segment without a proof is refused`, async (t) => {
    const { panel, signedIn, unproven } = await start(t)

    const verdict = await panel.verify(
      evidence({ ...(await signedIn()), ...unproven }),
      neverAborted,
    )

    t.deepEqual(verdict, { kind: 'refused', code: 'cookie_missing' })
  })
}

/** What adapters promise that are shown the panel's cookies, besides the contract of every panel. */
export function testCookiePanelContract(
  test: TestFn,
  name: string,
  start: (t: Teardown) => Promise<CookiePanelUnderTest>,
): void {
  testPanelContract(test, name, async (t) => {
    const { panel, signedIn, subject } = await start(t)
    const unproven = { cookieHeader: undefined }
    return { panel, signedIn: async () => signedIn, unproven, subject }
  })

  test(`${name}: cookies of others count as no cookie`, async (t) => {
    const { panel, signedIn } = await start(t)

    const verdict = await panel.verify(
      evidence({ ...signedIn, cookieHeader: 'timezone=Europe/Berlin; roundcube_sessid=abc' }),
      neverAborted,
    )

    t.deepEqual(verdict, { kind: 'refused', code: 'cookie_missing' })
  })

  test(`${name}: two cookies of one panel name are refused`, async (t) => {
    const { panel, signedIn } = await start(t)
    const twice = `${signedIn.cookieHeader}; ${signedIn.cookieHeader}`

    const verdict = await panel.verify(evidence({ ...signedIn, cookieHeader: twice }), neverAborted)

    t.deepEqual(verdict, { kind: 'refused', code: 'cookie_malformed' })
  })

  test(`${name}: a cookie of no one is refused`, async (t) => {
    const { panel, signedIn, strangerCookie } = await start(t)

    const verdict = await panel.verify(
      evidence({ ...signedIn, cookieHeader: strangerCookie }),
      neverAborted,
    )

    t.deepEqual(verdict, { kind: 'refused', code: 'session_unknown' })
  })

  test(`${name}: hostile cookies are refused and never thrown`, async (t) => {
    const { panel, signedIn } = await start(t)
    const hostile = [
      'webmailsession=',
      'webmailsession=a b',
      `webmailsession=${'x'.repeat(9_000)}`,
      ';;=;',
      '__proto__=x',
    ]

    for (const cookieHeader of hostile) {
      const verdict = await panel.verify(evidence({ ...signedIn, cookieHeader }), neverAborted)
      t.is(verdict.kind, 'refused', cookieHeader.slice(0, 30))
    }
  })
}

function other(digits: string): string {
  return `${digits.startsWith('1') ? '2' : '1'}${digits.slice(1)}`
}
