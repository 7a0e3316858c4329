import test from 'ava'
import { JSDOM } from 'jsdom'
import { type Manifest, readManifest } from '../../../scripts/manifest/manifest.ts'
import { registrationFiles } from '../../../scripts/registration/registration-files.ts'

async function manifest(changes: Partial<Manifest> = {}): Promise<Manifest> {
  const own = await readManifest(new URL('../../../plugin.manifest.json', import.meta.url))
  return { ...own, version: '1.2.3', ...changes }
}

/** What a user could write into a name, and no panel's parser may trip over. */
const awkward = `O'Brien & "Söhne" <mail> # 100%: yes`

test('cPanel gets its webmail yaml and its dashboard link', async (t) => {
  const files = registrationFiles(await manifest(), 'cpanel')

  t.deepEqual(files, [
    {
      name: 'webmail_postern.yaml',
      text:
        "---\ndisplayname: 'Postern webmail'\nicon: '/3rdparty/postern/postern.svg'\n" +
        "url: '/3rdparty/postern/index.php'\n",
    },
    {
      name: 'install.json',
      text: `[
  {
    "type": "link",
    "id": "postern",
    "group_id": "email",
    "name": "Postern webmail",
    "icon": "postern.svg",
    "order": 50,
    "uri": "3rdparty/postern/index.php",
    "feature": "postern",
    "target": "_self"
  }
]
`,
    },
  ])
})

test('DirectAdmin gets its plugin.conf', async (t) => {
  const files = registrationFiles(await manifest(), 'directadmin')

  t.deepEqual(files, [
    {
      name: 'plugin.conf',
      text: 'name=Postern\nid=postern\nversion=1.2.3\nauthor=Postern contributors\n',
    },
  ])
})

test('Plesk gets its meta.xml', async (t) => {
  const description = 'Mail & more'
  const files = registrationFiles(await manifest({ description, version: '1.2.3-rc.1' }), 'plesk')

  t.deepEqual(files, [
    {
      name: 'meta.xml',
      text: `<?xml version="1.0" encoding="UTF-8"?>
<module>
  <id>postern</id>
  <name>Postern</name>
  <description>Mail &amp; more</description>
  <category>mail</category>
  <version>1.2.3</version>
  <release>rc.1</release>
  <vendor>Postern contributors</vendor>
  <plesk_min_version>18.0.0</plesk_min_version>
  <os>unix</os>
</module>
`,
    },
  ])
})

test('a panel without a registration of its own gets no file', async (t) => {
  t.deepEqual(registrationFiles(await manifest(), 'generic'), [])
})

test('a quote in a name stays inside its yaml scalar', async (t) => {
  const own = await manifest()
  const [yaml] = registrationFiles({ ...own, ui: { ...own.ui, displayName: awkward } }, 'cpanel')

  t.true(yaml?.text.includes(`displayname: 'O''Brien & "Söhne" <mail> # 100%: yes'\n`))
})

test('an XML parser reads back an awkward name', async (t) => {
  const [meta] = registrationFiles(await manifest({ name: awkward }), 'plesk')

  const { window } = new JSDOM(meta?.text ?? '', { contentType: 'text/xml' })

  t.is(window.document.querySelector('module > name')?.textContent, awkward)
})
