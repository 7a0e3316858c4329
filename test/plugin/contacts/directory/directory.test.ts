import { connect, createServer, type Socket } from 'node:net'
import test from 'ava'
import { parseConfig } from '../../../../plugin/config/config.ts'
import type { Ldap } from '../../../../plugin/config/sections/contacts.ts'
import {
  createDirectory,
  DIRECTORY_LIMITS,
} from '../../../../plugin/contacts/directory/directory.ts'
import {
  createLdapConnection,
  type LdapConnection,
} from '../../../../plugin/contacts/directory/ldap-connection.ts'
import { DirectoryUnavailable } from '../../../../plugin/contacts/directory/unavailable.ts'
import { portOf } from '../../../support/http/port-of.ts'
import { ldifContact, startSlapd, type SlapdServer } from '../../../support/ldap/slapd.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

let server: SlapdServer

test.before(async () => {
  const many = Array.from({ length: 12 }, (_, n) => ({
    cn: `Zed Number ${n}`,
    sn: 'Zed',
    mail: `zed${n}@example.test`,
  }))
  server = await startSlapd([
    ldifContact('ada', {
      ...{ cn: 'Ada King', displayName: 'Ada Lovelace', givenName: 'Ada', sn: 'King' },
      ...{ mail: ['ada@example.test', 'not an address'], telephoneNumber: '+44 20 1' },
      ...{ mobile: '+44 7', o: 'Engines', ou: 'Analysis', title: 'Countess' },
    }),
    ldifContact('joerg', { cn: 'Jörg (Bonn) *', sn: 'Bonn', mail: 'joerg@example.test' }),
    ldifContact('printer', { cn: 'Ada the printer', sn: 'Printer' }),
    ...many.map((contact, n) => ldifContact(`zed${n}`, contact)),
  ])
})

test.after.always(() => server.stop())

function directoryAt(
  t: Teardown,
  settings: Partial<typeof DIRECTORY_LIMITS & Ldap> = {},
  opened?: () => LdapConnection,
) {
  const { contacts } = parseConfig({
    contacts: {
      ldap: {
        ...{ url: `ldap://127.0.0.1:${server.port}`, baseDn: server.baseDn },
        ...{ bindDn: server.bindDn },
      },
    },
  })
  if (contacts.ldap === null) throw new Error('no directory')
  const limits = { ...DIRECTORY_LIMITS, password: server.password, timeoutMs: 30_000 }
  const ldap = { ...limits, ...contacts.ldap, ...settings }
  let now = 0
  const log = { warn: () => undefined }
  const directory = createDirectory({
    ...ldap,
    open: opened ?? (() => createLdapConnection(ldap)),
    log,
    now: () => now,
  })
  t.teardown(() => directory.close())
  return { directory, later: (ms: number) => (now += ms) }
}

/** A server that accepts, and says what it is told. */
async function scriptedServer(t: Teardown, response: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const scripted = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    response(socket)
  })
  scripted.listen(0, '127.0.0.1')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    scripted.close()
  })
  return `ldap://127.0.0.1:${await portOf(scripted)}`
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof DirectoryUnavailable) return error.code
    throw error
  }
  return 'none'
}

test('contacts are found by the beginnings of words of their names and addresses', async (t) => {
  const { directory } = directoryAt(t)

  const names = async (typed: string) =>
    (await directory.search(typed)).people.map(({ contact }) => contact.name)

  t.deepEqual(await names('lovel'), ['Ada Lovelace'])
  t.deepEqual(await names('KING ada'), ['Ada Lovelace'])
  t.deepEqual(await names('jörg'), ['Jörg (Bonn) *'])
  t.deepEqual(await names('(bonn) *'), ['Jörg (Bonn) *'])
  t.deepEqual(await names('*'), ['Jörg (Bonn) *'])
  t.deepEqual(await names('g'), [])
  t.deepEqual(await names(')(uid=*'), [])
})

test('a user has what the attributes of the configuration say, and no address that is none', async (t) => {
  const { directory } = directoryAt(t)

  const { people: contacts } = await directory.search('ada')

  t.is(contacts.length, 1)
  t.like(contacts[0]?.contact, {
    ...{ name: 'Ada Lovelace', given: 'Ada', family: 'King', organisation: 'Engines' },
    ...{ department: 'Analysis', title: 'Countess', uid: '' },
    emails: [{ address: 'ada@example.test', label: 'work' }],
    phones: [
      { number: '+44 20 1', label: 'work' },
      { number: '+44 7', label: 'mobile' },
    ],
  })
})

test('no more contacts come than are allowed, and that there are more is told', async (t) => {
  const { directory } = directoryAt(t, { entries: 12 })
  const few = directoryAt(t, { entries: 5 }).directory

  t.like(await directory.search('zed'), { isCut: false, people: { length: 12 } })
  t.like(await few.search('zed'), { isCut: true, people: { length: 5 } })
  t.like(await few.complete('zed', 2), { isCut: true, people: { length: 2 } })
})

test.serial('questions share as many connections as are allowed', async (t) => {
  const { directory } = directoryAt(t, { connections: 2 })
  const before = server.connections()

  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => directory.search(`zed${n}@`)),
  )

  t.true(responses.every(({ people: contacts }) => contacts.length === 1))
  t.true(server.connections() - before <= 2)
})

test('a connection is encrypted before the password goes over it, and its certificate has to be valid', async (t) => {
  const trusting = directoryAt(t, { startTls: true, rejectUnauthorized: false }).directory
  const strict = directoryAt(t, { startTls: true }).directory

  t.is((await trusting.search('lovelace')).people.length, 1)
  t.is(await faultOf(strict.search('lovelace')), 'not_secure')
})

test('a password that is refused is told, and the server is left alone for a while', async (t) => {
  const { directory, later } = directoryAt(t, { password: 'other', restMs: 1_000 })

  t.is(await faultOf(directory.search('ada')), 'refused')
  t.is(await faultOf(directory.search('ada')), 'unreachable')
  later(1_000)
  t.is(await faultOf(directory.search('ada')), 'refused')
})

test('a server that accepts and says nothing is given up, and anyone who types waits no longer for it', async (t) => {
  let questions = 0
  const url = await scriptedServer(t, (socket) => socket.on('data', () => (questions += 1)))
  const { directory } = directoryAt(t, { url, timeoutMs: 60_000, completionMs: 50 })
  const hurried = directoryAt(t, { url, timeoutMs: 100 }).directory

  t.is(await faultOf(directory.complete('ada', 8)), 'unreachable')
  t.is(await faultOf(hurried.search('ada')), 'unreachable')
  t.is(questions, 2)
})

test('a server that ends the connection, or speaks something else, is an outage', async (t) => {
  const ending = await scriptedServer(t, (socket) => socket.on('data', () => socket.destroy()))
  const other = await scriptedServer(t, (socket) => {
    socket.end('220 mail.example.test ESMTP\r\n')
  })

  t.is(await faultOf(directoryAt(t, { url: ending }).directory.search('ada')), 'unreachable')
  const spoken = directoryAt(t, { url: other, timeoutMs: 2_000 }).directory
  t.is(await faultOf(spoken.search('ada')), 'unreachable')
})

test('a connection that the server ended while it rested is replaced by one that signs in again', async (t) => {
  const clients: Socket[] = []
  const url = await scriptedServer(t, (client) => {
    clients.push(client)
    const upstream = connect(server.port, '127.0.0.1')
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  const { directory } = directoryAt(t, { url, restMs: 0 })
  await directory.search('lovelace')

  clients[0]?.destroy()
  // The first question may meet the end of the connection on its way.
  const response = await directory.search('lovelace').catch(() => directory.search('lovelace'))

  t.is(response.people.length, 1)
  t.is(clients.length, 2)
})

for (const [code, isRequestedAgain] of [
  ['unexpected', true],
  ['unreachable', false],
  ['refused', false],
] as const) {
  test(`a question that fails as ${code} ${isRequestedAgain ? 'is no business of' : 'spares'} the next`, async (t) => {
    let requestCount = 0
    const search = (): Promise<never> => {
      requestCount += 1
      return Promise.reject(new DirectoryUnavailable(code, 'said by the server'))
    }
    const open = () => ({ search, isOpen: () => false, close: () => undefined })
    const { directory } = directoryAt(t, {}, open)

    t.is(await faultOf(directory.search('ada')), code)
    await faultOf(directory.search('bea'))

    t.is(requestCount, isRequestedAgain ? 2 : 1)
  })
}
