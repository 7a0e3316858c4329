import test from 'ava'
import { ownerSettings } from '../../../../plugin/handlers/own/owner.ts'
import { createSettingsStore } from '../../../../plugin/settings/owner-settings.ts'
import { memoryPersonal } from '../../../support/actions/fake-settings.ts'

test('open pages are told of what was saved, with its revision, and of nothing else', async (t) => {
  const reported: number[] = []
  const settings = ownerSettings(
    { username: 'anna', storageHost: 'mail.example' },
    {
      settings: createSettingsStore(memoryPersonal()),
      publishSettings: (_owner, revision) => reported.push(revision),
    },
  )
  const density = (seen: string, wanted: string) =>
    settings.savePreferences([{ name: 'density', seen, wanted }])

  await density('comfortable', 'compact')
  const { revision } = await settings.read()
  await density('comfortable', 'cosy')
  await density('compact', 'cosy')

  t.deepEqual(reported, [revision])
})
