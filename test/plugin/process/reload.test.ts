import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { eventually } from '../../support/database/rows.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

/** Changes the file, notifies the process, and resolves to the line that says what came of it. */
async function reload(postern: Postern, change: (settings: Settings) => unknown): Promise<Said> {
  const file = join(postern.directory, 'postern.json')
  const settings = JSON.parse(await readFile(file, 'utf8')) as Settings
  const text = change(settings)
  await writeFile(file, typeof text === 'string' ? text : JSON.stringify(text))
  const before = said(postern).length
  process.kill(postern.pid, 'SIGHUP')
  const lines = await eventually(
    () => Promise.resolve(said(postern)),
    (found) => found.length > before,
  )
  return lines[before] ?? { msg: 'nothing' }
}

type Settings = Readonly<Record<string, Readonly<Record<string, unknown>>>>

interface Said {
  readonly msg: string
  readonly level?: string
  readonly settings?: readonly string[]
  readonly problems?: readonly string[]
}

function said({ output }: Postern): readonly Said[] {
  const lines = output.text().split('\n')
  return lines
    .filter((line) => line.includes('"configuration '))
    .map((line) => JSON.parse(line) as Said)
}

const nameOf = async (postern: Postern): Promise<string> =>
  /<title>(.*?)<\/title>/.exec(await (await fetch(postern.base())).text())?.[1] ?? ''

test('what can change while it runs is applied by a reload, without a lost request', async (t) => {
  const postern = await startPostern({ t, config: { webmail: { productName: 'Before' } } })
  t.regex(await nameOf(postern), /Before/)
  const end = new AbortController()
  const failures: string[] = []
  const load = (async () => {
    while (!end.signal.aborted) {
      const { status } = await fetch(postern.base()).catch((error: unknown) => ({ status: error }))
      if (status !== 200) failures.push(String(status))
    }
  })()

  const line = await reload(postern, (settings) => ({
    ...settings,
    webmail: { ...settings['webmail'], productName: 'After' },
    log: { level: 'debug' },
    signIn: { lockAfter: 3 },
    panel: { ...settings['panel'], trustedProxies: ['127.0.0.1'] },
  }))

  t.deepEqual(line.settings, [
    'log.level',
    'panel.trustedProxies',
    'signIn.lockAfter',
    'webmail.productName',
  ])
  t.is(line.msg, 'configuration read again')
  t.regex(await nameOf(postern), /After/)
  end.abort()
  await load
  t.deepEqual(failures, [])
})

test('the address that a trusted proxy tells is believed from a reload on', async (t) => {
  const postern = await startPostern({ t })
  const request = () =>
    fetch(`${postern.base()}?_task=mail&_action=nowhere`, {
      headers: { 'X-Forwarded-For': '192.0.2.77' },
    })
  await request()

  await reload(postern, (settings) => ({
    ...settings,
    panel: { ...settings['panel'], trustedProxies: ['127.0.0.1'] },
  }))
  await request()

  await t.notThrowsAsync(postern.output.waitFor(/"ip":"192\.0\.2\.77"/))
  t.is(postern.output.text().split('"ip":"192.0.2.77"').length, 2)
})

test('a change that needs a restart is refused by its name, and nothing changes', async (t) => {
  const postern = await startPostern({ t, config: { webmail: { productName: 'Before' } } })

  const line = await reload(postern, (settings) => ({
    ...settings,
    imap: { ...settings['imap'], port: 1143 },
    webmail: { ...settings['webmail'], productName: 'After' },
  }))

  t.regex(line.msg, /^configuration not read again/)
  t.deepEqual(line.settings, ['imap.port'])
  t.regex(await nameOf(postern), /Before/)
})

for (const [what, text] of [
  ['is no JSON', '{"imap":'],
  ['is invalid', '{"imap":{"port":"x"}}'],
]) {
  test(`a file that ${what} changes nothing, and says so`, async (t) => {
    const postern = await startPostern({ t })
    const before = await nameOf(postern)

    const line = await reload(postern, () => text)

    t.regex(line.msg, /^configuration not read again/)
    t.is(line.problems?.length, 1)
    t.is(await nameOf(postern), before)
  })
}

test('a range of proxies that is none changes nothing, and says so', async (t) => {
  const postern = await startPostern({ t })

  const line = await reload(postern, (settings) => ({
    ...settings,
    panel: { ...settings['panel'], trustedProxies: ['not an address'] },
  }))

  t.regex(line.msg, /^configuration not read again/)
  t.regex(line.problems?.join() ?? '', /panel\.trustedProxies/)
})

test('a file without a change says that there is none', async (t) => {
  const postern = await startPostern({ t })

  const line = await reload(postern, (settings) => settings)

  t.deepEqual(line.settings, [])
})

test('a brand whose colour or logo was changed shows by a reload, and stays as it was where the logo is none', async (t) => {
  const directory = await temporaryDirectory(t)
  const logo = join(directory, 'logo.svg')
  const draw = (color: string) =>
    writeFile(logo, `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${color}"/></svg>`)
  await draw('red')
  const brand = { name: 'Acme', logo, signInText: 'Welcome' }
  const postern = await startPostern({ t, config: { branding: [brand] } })
  const read = async (address: string) => {
    const response = await fetch(new URL(address, postern.base()))
    return `${response.status} ${await response.text()}`
  }
  const styleOf = async () => /postern\/brand-[\w-]+\.css/.exec(await read(''))?.[0] ?? ''
  const logoOf = async (style: string) =>
    read(`postern/${/url\((brand-[^)]+)\)/.exec(await read(style))?.[1] ?? ''}`)
  const first = await styleOf()

  await draw('blue')
  const line = await reload(postern, (settings) => ({
    ...settings,
    branding: [{ ...brand, signInText: 'Hello', colors: { accent: '#00695c' } }],
  }))
  const second = await styleOf()
  await writeFile(logo, 'no picture')
  const refused = await reload(postern, (settings) => ({ ...settings, branding: [brand] }))

  t.deepEqual(line.settings, ['branding'])
  t.regex(await logoOf(second), /blue/)
  t.regex(await read(second), /#00695c/)
  // A page that was open before still finds its own.
  t.regex(await logoOf(first), /red/)
  t.regex(String(refused.problems), /branding\.0\.logo.*is no PNG, JPEG, WebP or SVG/)
  t.is(await styleOf(), second)
  t.regex(await read(''), /Hello/)
})
