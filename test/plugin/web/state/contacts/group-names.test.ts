import test from 'ava'
import { groupNames } from '../../../../../plugin/web/state/contacts/group-names.ts'

test('groups are set apart by commas, each once', (t) => {
  t.deepEqual(groupNames(' Choir,Rowing club , ,Choir', []), ['Choir', 'Rowing club'])
  t.deepEqual(groupNames('', ['Smith, family']), [])
})

test('a group with a comma in its name stays one while others are added', (t) => {
  const known = ['Smith, family', 'Choir']

  t.deepEqual(groupNames('Smith, family, Choir, New', known), ['Choir', 'New', 'Smith, family'])
  t.deepEqual(groupNames('Smith, Choir', known), ['Smith', 'Choir'])
})
