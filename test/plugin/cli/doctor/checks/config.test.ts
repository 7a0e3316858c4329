import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { checkConfig } from '../../../../../plugin/cli/doctor/checks/config.ts'
import { temporaryDirectory } from '../../../../support/process/temporary-directory.ts'
import { findingOf, patientIn } from '../check.ts'

async function installed(t: ExecutionContext, config: Readonly<Record<string, unknown>> = {}) {
  const directory = await temporaryDirectory(t)
  await writeFile(join(directory, 'postern.json'), JSON.stringify(config), { mode: 0o600 })
  return patientIn(directory, { config })
}

test('a valid configuration is said to be valid', async (t) => {
  const finding = await findingOf(checkConfig, await installed(t), 'config.valid')

  t.is(finding.severity, 'fine')
})

test('a password in a file others can read is a warning', async (t) => {
  const patient = await installed(t, { redis: { url: 'redis://:secret-Zq9@127.0.0.1/0' } })
  await chmod(patient.configFile, 0o644)

  const finding = await findingOf(checkConfig, patient, 'config.readable')

  t.is(finding.severity, 'warning')
  t.false(JSON.stringify(finding).includes('secret-Zq9'))
})

for (const [where, redis] of [
  ['of the Sentinels', { sentinels: [{ host: 'a', port: 1 }], name: 'm', sentinelPassword: 'Zq9' }],
  ['of a Cluster', { cluster: [{ host: 'a', port: 1 }], password: 'Zq9' }],
] as const) {
  test(`a password ${where} in a file others can read is a warning`, async (t) => {
    const patient = await installed(t, { redis })
    await chmod(patient.configFile, 0o644)

    t.is((await findingOf(checkConfig, patient, 'config.readable')).severity, 'warning')
  })
}

test('a logo that cannot be shown is an error, by its setting', async (t) => {
  const patient = await installed(t, { branding: [{ logo: '/nothing.png' }] })

  const { severity, seen } = await findingOf(checkConfig, patient, 'branding.logo')

  t.is(severity, 'error')
  t.regex(seen, /^branding\.0\.logo: /)
})

for (const [range, isReported] of [
  ['0.0.0.0/0', true],
  ['::/0', true],
  ['10.0.0.0/8', false],
  ['fc00::/7', false],
  ['192.0.2.1', false],
] as const) {
  test(`that ${range} is believed is ${isReported ? 'a warning' : 'not told'}`, async (t) => {
    const patient = await installed(t, { panel: { trustedProxies: [range] } })

    const findings = await checkConfig(patient)

    t.is(
      findings.some(({ id, severity }) => id === 'panel.trusted-range' && severity === 'warning'),
      isReported,
    )
  })
}

test('a file others can read is fine while it holds no password', async (t) => {
  const patient = await installed(t)
  await chmod(patient.configFile, 0o644)

  await t.throwsAsync(findingOf(checkConfig, patient, 'config.readable'))
})

const nobody = 65_534

/** The keys of the service, which tell its user, and a configuration with a password. */
async function installedForNobody(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const credentialsDir = join(directory, 'secrets')
  await mkdir(credentialsDir)
  await chown(credentialsDir, nobody, nobody)
  const database = { url: 'mysql://postern:Zq9@127.0.0.1/postern' }
  const config = { credentialsDir, database }
  const patient = patientIn(directory, { config })
  await writeFile(patient.configFile, JSON.stringify(config))
  return patient
}

test('a password in a file of root that the group of the service reads is private', async (t) => {
  const patient = await installedForNobody(t)
  await chown(patient.configFile, 0, nobody)
  await chmod(patient.configFile, 0o640)

  await t.throwsAsync(findingOf(checkConfig, patient, 'config.readable'))
})

for (const mode of [0o644, 0o604]) {
  test(`of a file with mode ${mode.toString(8)} the service keeps its way to it`, async (t) => {
    const patient = await installedForNobody(t)
    await chmod(patient.configFile, mode)

    const { advice } = await findingOf(checkConfig, patient, 'config.readable')

    const file = patient.configFile
    t.is(advice, `chown root:${nobody} ${file} && chmod 0640 ${file}`)
  })
}

test('a password that another group reads is a warning', async (t) => {
  const patient = await installedForNobody(t)
  await chown(patient.configFile, 0, 12_345)
  await chmod(patient.configFile, 0o640)

  t.is((await findingOf(checkConfig, patient, 'config.readable')).severity, 'warning')
})

test('a password that is beside the keys is in no file that others can read', async (t) => {
  const patient = await installed(t)
  await chmod(patient.configFile, 0o644)
  const database = { ...patient.config.database, url: 'mysql://postern:Zq9@127.0.0.1/postern' }

  const known = { ...patient, config: { ...patient.config, database } }

  await t.throwsAsync(findingOf(checkConfig, known, 'config.readable'))
})

test('the static panel is a warning', async (t) => {
  const patient = await installed(t, { panel: { adapter: 'static', static: { open: true } } })

  const finding = await findingOf(checkConfig, patient, 'panel.static')

  t.is(finding.severity, 'warning')
})

test('an admin listener beyond loopback is a warning', async (t) => {
  const patient = await installed(t, { private: { host: '0.0.0.0', port: 8091 } })

  const finding = await findingOf(checkConfig, patient, 'private.exposed')

  t.is(finding.severity, 'warning')
})

test('a Secure cookie at an address of plain HTTP is told with what to do', async (t) => {
  const listen = { host: '0.0.0.0', port: 8090 }
  const patient = await installed(t, { listen, session: { secureCookie: true } })

  const finding = await findingOf(checkConfig, patient, 'session.needs-tls')

  t.regex(finding.advice ?? '', /TLS in front.*session\.secureCookie/)
})

test('a plain cookie on an address users reach is a warning', async (t) => {
  const patient = await installed(t, { listen: { host: '0.0.0.0', port: 8090 } })

  const finding = await findingOf(checkConfig, patient, 'session.plain-cookie')

  t.is(finding.severity, 'warning')
})

test('an IMAP server on another host without TLS is a warning', async (t) => {
  const patient = await installed(t, { imap: { host: 'mail.example.test' } })

  const finding = await findingOf(checkConfig, patient, 'imap.plaintext')

  t.regex(finding.seen, /mail\.example\.test/)
})

test('passwords sent to another host by SMTP without TLS are a warning', async (t) => {
  const patient = await installed(t, { smtp: { host: 'mail.example.test', auth: 'user' } })

  const finding = await findingOf(checkConfig, patient, 'smtp.plaintext')

  t.is(finding.severity, 'warning')
})
