import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import { Agent, request } from 'undici'
import { type SignedRequest, signedRequestOf } from '../../../../plugin/panel/adapter/panel.ts'
import { temporaryDirectory, type Teardown } from '../../../support/process/temporary-directory.ts'
import { listen } from '../../../proxy/upstream/recorder.ts'
import { neverAborted, testPanelContract } from '../adapter/contract.ts'
import {
  account,
  caller,
  openShimPanel,
  startShim,
  writeAccounts,
  type ShimStand,
} from './servers.ts'

testPanelContract(test, 'shim', async (t) => {
  const stand = await startShim(t)
  return {
    panel: openShimPanel(stand),
    signedIn: async () => ({ ...(await signedEvidence(stand)), segmentDigits: '0228251236' }),
    unproven: { signed: undefined },
    subject: caller.REMOTE_USER,
  }
})

/** One request through the real index.php, as the gate would see it. */
async function signedEvidence(stand: ShimStand) {
  await (await fetch(`${stand.url}?_task=mail`)).text()
  return stand.evidenceOf(stand.requests.at(-1))
}

/** A stand, its panel and the evidence of one request. */
async function signedRequest(
  t: Teardown,
  environment: Readonly<Record<string, string>> = {},
  options: Parameters<typeof openShimPanel>[1] = {},
) {
  const stand = await startShim(t, { environment })
  const panel = openShimPanel(stand, options)
  return { stand, panel, evidence: await signedEvidence(stand) }
}

test('a signature is good for one request', async (t) => {
  const { panel, evidence } = await signedRequest(t)

  const first = await panel.verify(evidence, neverAborted)
  const second = await panel.verify(evidence, neverAborted)

  t.is(first.kind, 'principal')
  t.deepEqual(second, { kind: 'refused', code: 'inconsistent' })
})

test('a signature is good for half a minute', async (t) => {
  const { panel, evidence } = await signedRequest(t, {}, { now: () => Date.now() + 30_001 })

  t.deepEqual(await panel.verify(evidence, neverAborted), {
    kind: 'refused',
    code: 'session_expired',
  })
})

test('a signature from a clock far ahead is refused', async (t) => {
  const { panel, evidence } = await signedRequest(t, {}, { now: () => Date.now() - 3_600_000 })

  t.deepEqual(await panel.verify(evidence, neverAborted), {
    kind: 'refused',
    code: 'session_expired',
  })
})

for (const [fact, changed, reason] of [
  [
    'with another key than the book has',
    { ...account, key: account.key.toLowerCase() },
    /signed with another key .*update-accounts/,
  ],
  [
    'of an account that is not in the book',
    { ...account, account: 'somebody' },
    /no such account.*update-accounts/,
  ],
] as const) {
  test(`a signature ${fact} is refused, and one line says why`, async (t) => {
    const lines: string[] = []
    const log = { warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)) }
    const { stand, panel, evidence } = await signedRequest(t, {}, { log })
    await writeAccounts(stand.directory, [changed])

    const verdict = await panel.verify(evidence, neverAborted)

    t.deepEqual(verdict, { kind: 'refused', code: 'signature_unknown' })
    t.is(lines.length, 1)
    t.regex(lines[0] ?? '', reason)
    t.true(lines[0]?.includes(`"account":"${account.account}"`))
  })
}

for (const mailbox of ['eve@elsewhere.test', 'eve@example.test.evil', 'root', '@example.test']) {
  test(`an account cannot open ${mailbox}`, async (t) => {
    const { panel, evidence } = await signedRequest(t, { REMOTE_USER: mailbox })

    t.deepEqual(await panel.verify(evidence, neverAborted), {
      kind: 'refused',
      code: 'not_a_mailbox',
    })
  })
}

test('an account can open its own system mailbox', async (t) => {
  const { panel, evidence } = await signedRequest(t, { REMOTE_USER: 'hosting' })

  t.is((await panel.verify(evidence, neverAborted)).kind, 'principal')
})

const changes: readonly (readonly [string, (signed: SignedRequest) => SignedRequest])[] = [
  ['another method', (signed) => ({ ...signed, method: 'POST' })],
  ['another query', (signed) => ({ ...signed, target: `${signed.target}&_uid=1` })],
  ['another path', (signed) => ({ ...signed, target: signed.target.replace('index', 'list') })],
  [
    'another envelope',
    (signed) => ({
      ...signed,
      signature: signed.signature.replace(/(?<=^.{60})./, (one) => (one === 'A' ? 'B' : 'A')),
    }),
  ],
  [
    'another mac',
    (signed) => ({
      ...signed,
      signature: signed.signature.replace(/.$/, (one) => (one === '0' ? '1' : '0')),
    }),
  ],
  ['no mac', (signed) => ({ ...signed, signature: signed.signature.replace(/\..*$/, '') })],
  ['no signature at all', (signed) => ({ ...signed, signature: '' })],
]

for (const [fact, change] of changes) {
  test(`a signed request with ${fact} is refused`, async (t) => {
    const { panel, evidence } = await signedRequest(t)
    if (evidence.signed === undefined) return t.fail('the shim did not sign')

    const verdict = await panel.verify(
      { ...evidence, signed: change(evidence.signed) },
      neverAborted,
    )

    t.is(verdict.kind, 'refused')
  })
}

test('a request that came from another address than the signed one is refused', async (t) => {
  const { panel, evidence } = await signedRequest(t)

  const verdict = await panel.verify({ ...evidence, clientIp: '198.51.100.7' }, neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'inconsistent' })
})

test('a refused signature is not used up', async (t) => {
  const { panel, evidence } = await signedRequest(t)
  await panel.verify({ ...evidence, clientIp: '198.51.100.7' }, neverAborted)

  t.is((await panel.verify(evidence, neverAborted)).kind, 'principal')
})

test('an account that sends more than may be remembered has to wait', async (t) => {
  const { stand, panel, evidence } = await signedRequest(t, {}, { requestsPerAccount: 1 })
  await panel.verify(evidence, neverAborted)

  const verdict = await panel.verify(await signedEvidence(stand), neverAborted)

  t.deepEqual(verdict, { kind: 'refused', code: 'panel_unavailable' })
})

test('an account registry that others may read is none', async (t) => {
  const { stand, panel, evidence } = await signedRequest(t)
  await chmod(join(stand.directory, 'accounts.json'), 0o644)

  t.deepEqual(await panel.verify(evidence, neverAborted), {
    kind: 'refused',
    code: 'panel_unavailable',
  })
})

test('without an account registry no one is let in', async (t) => {
  const { stand, panel, evidence } = await signedRequest(t)
  await rm(join(stand.directory, 'accounts.json'))

  t.deepEqual(await panel.verify(evidence, neverAborted), {
    kind: 'refused',
    code: 'panel_unavailable',
  })
})

test('a new domain works without a restart', async (t) => {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const { stand, panel, evidence } = await signedRequest(
    t,
    { REMOTE_USER: 'eve@new.test' },
    { now },
  )
  const before = await panel.verify(evidence, neverAborted)
  await writeAccounts(stand.directory, [{ ...account, domains: ['example.test', 'new.test'] }])
  aheadMs = 1_000

  const after = await panel.verify(evidence, neverAborted)

  t.deepEqual(before, { kind: 'refused', code: 'not_a_mailbox' })
  t.is(after.kind, 'principal')
})

async function credentialOf(t: Teardown, environment: Readonly<Record<string, string>>) {
  const { panel, evidence } = await signedRequest(t, environment)
  const verdict = await panel.verify(evidence, neverAborted)
  if (verdict.kind !== 'principal') return verdict.code
  return panel.credential(verdict.principal, neverAborted)
}

test('the password the user typed at the panel is handed over', async (t) => {
  const credential = await credentialOf(t, {})

  t.deepEqual(credential, { kind: 'panel', user: caller.REMOTE_USER, password: 'pass:wörd%' })
})

const temporary = { user: 'cpses_hoviY3ZSQK', password: 'cpses_hoviY3ZSQK[::cpses::]s3cret' }

for (const REMOTE_TEMP_USER of [temporary.user, '']) {
  test(`a temporary user ${REMOTE_TEMP_USER} signs in below the mailbox, with the whole password`, async (t) => {
    const environment = { REMOTE_PASSWORD: temporary.password, REMOTE_TEMP_USER }

    t.deepEqual(await credentialOf(t, environment), {
      kind: 'panel',
      user: `${caller.REMOTE_USER}/${temporary.user}`,
      password: temporary.password,
    })
  })
}

test('two temporary users in one request are refused', async (t) => {
  const environment = { REMOTE_PASSWORD: temporary.password, REMOTE_TEMP_USER: 'cpses_other' }

  t.is(await credentialOf(t, environment), 'inconsistent')
})

test('without a password the user is requested one', async (t) => {
  t.deepEqual(await credentialOf(t, { REMOTE_PASSWORD: '' }), { kind: 'prompt' })
})

test('no refusal logs the password', async (t) => {
  const logged: unknown[] = []
  const log = { warn: (...words: unknown[]) => void logged.push(words) }
  const { panel, evidence } = await signedRequest(t, {}, { log })

  await panel.verify({ ...evidence, clientIp: '198.51.100.7' }, neverAborted)

  t.is(logged.length, 1)
  t.false(JSON.stringify(logged).includes('wörd'))
})

test('a signature that comes over TCP is not looked at', async (t) => {
  const seen: (SignedRequest | undefined)[] = []
  const server = createServer((req, res) => {
    seen.push(signedRequestOf(req))
    res.end()
  })
  const url = await listen(t, server)

  await fetch(url, { headers: { 'x-postern-shim': 'forged' } })

  t.deepEqual(seen, [undefined])
})

test('two signatures in one request are none', async (t) => {
  const socket = join(await temporaryDirectory(t), 'gateway.sock')
  const seen: (SignedRequest | undefined)[] = []
  const server = createServer((req, res) => {
    seen.push(signedRequestOf(req))
    res.end()
  }).listen(socket)
  await once(server, 'listening')
  t.teardown(() => void server.close())
  const dispatcher = new Agent({ connect: { socketPath: socket } })
  t.teardown(() => dispatcher.close())

  await request('http://postern/', { dispatcher, headers: { 'x-postern-shim': ['one', 'two'] } })

  t.deepEqual(seen, [{ method: 'GET', target: '/', signature: '' }])
})
