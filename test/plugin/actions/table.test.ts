import test from 'ava'
import { actions, findAction } from '../../../plugin/actions/index.ts'

// Tests over the live table: a new action is held to these rules without anyone thinking of it.

for (const [name, { method }] of actions) {
  test(`${name} is found by its method and by no other`, (t) => {
    const other = method === 'GET' ? 'POST' : 'GET'

    t.like(findAction('mail', name, method), { name })
    t.is(findAction('mail', name, other), undefined)
    t.is(findAction('settings', name, method), undefined)
  })
}

test('what every object has is no action', (t) => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    t.is(findAction('mail', name, 'GET'), undefined)
  }
})

test('exactly the actions that change or refresh something are POST, so that the token check meets them', (t) => {
  const posts = [...actions.keys()].filter((name) => findAction('mail', name, 'POST'))

  t.deepEqual(posts.sort(), [
    'add-contact',
    'begin-passkey',
    'begin-second-factor',
    'change-password',
    'check-recent',
    'confirm-passkey',
    'confirm-second-factor',
    'copy',
    'create-folder',
    'create-special-folder',
    'delete',
    'delete-contacts',
    'delete-folder',
    'delete-group',
    'delete-identity',
    'delete-template',
    'end-second-factor',
    'end-sessions',
    'expunge',
    'filter-run',
    'filter-trial',
    'filter-undo',
    'forget-collected',
    'group-contacts',
    'import-contacts',
    'keep-contact-photo',
    'mark',
    'merge-contacts',
    'move',
    'outbox-cancel',
    'outbox-change',
    'outbox-now',
    'purge',
    'receipt',
    'refresh',
    'remove-passkey',
    'rename-folder',
    'rename-group',
    'reply-invitation',
    'save-contact',
    'save-filters',
    'save-identity',
    'save-settings',
    'save-template',
    'send',
    'send-later',
    'subscribe-folder',
    'unsubscribe',
    'use-folder',
  ])
})
