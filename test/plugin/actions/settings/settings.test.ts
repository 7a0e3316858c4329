import test from 'ava'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { PersonalRefused } from '../../../../store/index.ts'
import { type AnyContext, fakeContext } from '../../../support/actions/fake-context.ts'
import { runAction } from '../../../support/actions/run-action.ts'
import { fakeSettings, memoryPersonal } from '../../../support/actions/fake-settings.ts'

type Value = string | boolean | null

const changed = <const Name extends string>(name: Name, seen: Value, wanted: Value) => [
  { name, seen, wanted },
]

async function codeOf(running: Promise<unknown>): Promise<string> {
  try {
    await running
    return 'none'
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

const own = 'user0001@example.test'

async function withIdentity(context: AnyContext, id = 'home'): Promise<void> {
  await runAction(
    'save-identity',
    { id, isNew: true, changes: changed('address', '', own) },
    context,
  )
}

test('two that change different settings both have their way', async (t) => {
  const { context } = fakeContext()

  await runAction('save-settings', { changes: changed('colorScheme', 'system', 'dark') }, context)
  const late = await runAction(
    'save-settings',
    { changes: changed('replyPlace', 'above', 'below') },
    context,
  )

  t.like(late, { conflicts: [], preferences: { colorScheme: 'dark', replyPlace: 'below' } })
})

test('who changes a setting that someone else changed meanwhile is told, and nothing is saved', async (t) => {
  const { context } = fakeContext()
  await runAction('save-settings', { changes: changed('colorScheme', 'system', 'dark') }, context)

  const late = await runAction(
    'save-settings',
    {
      changes: [...changed('colorScheme', 'system', 'light'), ...changed('notifies', false, true)],
    },
    context,
  )

  t.like(late, {
    conflicts: ['colorScheme'],
    preferences: { colorScheme: 'dark', notifies: false },
  })
})

test('a value that cannot be is refused', async (t) => {
  const { context } = fakeContext()

  t.is(
    await codeOf(
      runAction('save-settings', { changes: changed('colorScheme', 'system', 'pink') }, context),
    ),
    'input_invalid',
  )
  t.is(
    await codeOf(
      runAction('save-settings', { changes: changed('timeZone', null, 'Mars/Base') }, context),
    ),
    'input_invalid',
  )
})

test('an identity is made, changed and removed', async (t) => {
  const { context } = fakeContext()
  await withIdentity(context)
  await runAction(
    'save-identity',
    { id: 'home', isNew: false, changes: changed('name', '', 'Mia') },
    context,
  )

  const made = await runAction('settings', {}, context)
  const removed = await runAction('delete-identity', { id: 'home' }, context)

  t.like(made.identities[0], { id: 'home', name: 'Mia', address: own, version: 2 })
  t.deepEqual(removed.identities, [])
  const late = runAction(
    'save-identity',
    { id: 'home', isNew: false, changes: changed('name', 'Mia', 'M') },
    context,
  )
  t.is(await codeOf(late), 'identity_gone')
})

test('an identity has no address that the owner may not write as', async (t) => {
  const { context } = fakeContext()
  const input = { id: 'x', isNew: true, changes: changed('address', '', 'boss@example.test') }

  t.is(await codeOf(runAction('save-identity', input, context)), 'address_not_allowed')
  const senders = { addresses: [own], isAnyAllowed: true }
  t.is(await codeOf(runAction('save-identity', input, { ...context, senders })), 'none')
})

test('an owner without room is told so', async (t) => {
  const full = () => Promise.reject(new PersonalRefused('too_many_bytes', 1))
  const store = fakeSettings({ ...memoryPersonal(), save: full })
  const { context } = fakeContext({ settings: store })

  t.is(
    await codeOf(
      runAction('save-settings', { changes: changed('notifies', false, true) }, context),
    ),
    'settings_full',
  )
})

test('templates are stored by name, changed field by field, and removed', async (t) => {
  const { context } = fakeContext()
  const save = (id: string, isNew: boolean, changes: ReturnType<typeof changed<'name' | 'text'>>) =>
    runAction('save-template', { id, isNew, changes }, context)
  await save('b', true, changed('name', '', 'Thanks'))
  await save('a', true, changed('name', '', 'Absent'))
  await save('b', false, changed('text', '', 'Thank you'))

  const late = await save('b', false, changed('text', '', 'Many thanks'))
  t.like(late, {
    conflicts: ['text'],
    templates: [{ name: 'Absent' }, { name: 'Thanks', text: 'Thank you' }],
  })
  await runAction('delete-template', { id: 'b' }, context)
  t.like(await runAction('templates', {}, context), { templates: [{ name: 'Absent' }] })
  t.is(await codeOf(save('b', false, changed('name', 'Thanks', 'T'))), 'template_gone')
  t.is(await codeOf(save('c', true, changed('text', '', 'x'))), 'input_invalid')
})

test('a formatted signature is kept sanitized, with its words as the plain one', async (t) => {
  const { context } = fakeContext()
  await withIdentity(context)

  const changes = [
    ...changed('signature', '', 'Ann'),
    ...changed('formattedSignature', '', '<b>Ann</b>'),
  ]
  const { identities } = await runAction(
    'save-identity',
    { id: 'home', isNew: false, changes },
    context,
  )

  t.like(identities[0], {
    formattedSignature: 'clean <b>Ann</b>',
    signature: 'text of clean <b>Ann</b>',
  })
})

test('a formatted signature past the limit is refused, and the former one stays', async (t) => {
  const { context } = fakeContext()
  await withIdentity(context)
  const changes = changed('formattedSignature', '', 'x'.repeat(100_001))

  t.is(
    await codeOf(runAction('save-identity', { id: 'home', isNew: false, changes }, context)),
    'input_invalid',
  )
  t.is((await context.settings.read()).identities[0]?.formattedSignature, '')
})
