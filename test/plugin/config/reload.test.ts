import { readFile } from 'node:fs/promises'
import test from 'ava'
import { parseConfig } from '../../../plugin/config/config.ts'
import { changedSettings, RELOADABLE } from '../../../plugin/config/reload.ts'

test('a change is named by its setting, and by nothing that stayed', (t) => {
  const before = parseConfig({ redis: { url: 'redis://a' } })
  const after = parseConfig({
    imap: { port: 1143 },
    redis: null,
    panel: { trustedProxies: ['127.0.0.1'] },
  })

  t.deepEqual(changedSettings(before, after), ['imap.port', 'panel.trustedProxies', 'redis'])
  t.deepEqual(changedSettings(before, before), [])
})

test('what can be read again are settings', (t) => {
  const config: Readonly<Record<string, unknown>> = parseConfig({})
  const isSetting = (path: string): boolean => {
    const [section = '', key] = path.split('.')
    const value = config[section]
    if (key === undefined) return section in config
    return typeof value === 'object' && value !== null && key in value
  }

  t.deepEqual(
    [...RELOADABLE].filter((path) => !isSetting(path)),
    [],
  )
})

test('the admin guide names what can be read again', async (t) => {
  const guide = await readFile('plugin/docs/admin-guide.md', 'utf8')
  const [reported = ''] = /These settings\ntake effect:[^]*?Pages that are open/.exec(guide) ?? []

  const unnamed = [...RELOADABLE].filter((path) => {
    const [section = '', key = ''] = path.split('.')
    return (
      !reported.includes(`\`${path}\``) &&
      !(reported.includes(`\`${section}\``) && reported.includes(`\`${key}\``))
    )
  })

  t.deepEqual(unnamed, [])
})
