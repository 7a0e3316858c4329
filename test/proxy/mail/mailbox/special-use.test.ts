import test from 'ava'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import { arrangeMailboxes } from '../../../../proxy/mail/mailbox/order.ts'
import type { Mailbox, SpecialUse } from '../../../../proxy/mail/model/mailbox.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, openEngine, otherClient, patient } from '../engine.ts'
import {
  startScriptedImap,
  type Script,
  type ScriptedImap,
} from '../../../support/imap/scripted-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

let dovecot: Dovecot

test.before(async () => {
  dovecot = await startDovecot({
    users: 4,
    // Everything below INBOX, as Courier has it and many hosts of Dovecot.
    settings: `
namespace inbox {
  prefix = INBOX.
${['Drafts', 'Junk', 'Sent', 'Trash'].map((name) => `  mailbox ${name} {\n    auto = no\n    special_use =\n  }`).join('\n')}
}`,
  })
})
test.after.always(() => dovecot.stop())

function listed(path: string, delimiter: string, specialUse?: SpecialUse): Mailbox {
  return {
    path: mailboxName(path),
    name: path.slice(path.lastIndexOf(delimiter) + 1),
    delimiter,
    specialUse,
    isSubscribed: true,
    isSelectable: true,
  }
}

function usesOf(
  mailboxes: readonly Mailbox[],
  { personal = '', foreign = [] }: { personal?: string; foreign?: readonly string[] } = {},
): Readonly<Record<string, SpecialUse | undefined>> {
  const arranged = arrangeMailboxes(mailboxes, { personal, foreign })
  return Object.fromEntries(arranged.map(({ path, specialUse }) => [path, specialUse]))
}

const languages: readonly (readonly [string, Readonly<Partial<Record<SpecialUse, string>>>])[] = [
  [
    'English',
    { drafts: 'Drafts', sent: 'Sent Items', junk: 'Junk E-mail', trash: 'Deleted Items' },
  ],
  ['German', { drafts: 'Entwürfe', sent: 'Gesendet', junk: 'Spam', trash: 'Papierkorb' }],
  ['French', { drafts: 'Brouillons', sent: 'Envoyés', junk: 'Indésirables', trash: 'Corbeille' }],
  ['Spanish', { drafts: 'Borradores', sent: 'Enviados', trash: 'Papelera', archive: 'Archivo' }],
  ['Portuguese', { drafts: 'Rascunhos', sent: 'Itens Enviados', trash: 'Lixeira' }],
  ['Italian', { drafts: 'Bozze', sent: 'Posta inviata', trash: 'Cestino', archive: 'Archivio' }],
  ['Dutch', { drafts: 'Concepten', sent: 'Verzonden items', trash: 'Prullenbak' }],
  ['Polish', { drafts: 'Kopie robocze', sent: 'Wysłane', trash: 'Kosz', archive: 'Archiwum' }],
  ['Ukrainian', { drafts: 'Чернетки', sent: 'Надіслані', junk: 'Спам', trash: 'Кошик' }],
  ['Russian', { drafts: 'Черновики', sent: 'Отправленные', junk: 'Спам', trash: 'Корзина' }],
  ['Turkish', { drafts: 'Taslaklar', sent: 'GÖNDERİLENLER', trash: 'Çöp Kutusu' }],
  ['Swedish', { drafts: 'Utkast', sent: 'Skickat', junk: 'Skräppost', trash: 'Papperskorgen' }],
  ['Danish', { drafts: 'Kladder', sent: 'Sendt post', junk: 'Uønsket mail', trash: 'Papirkurv' }],
  ['Norwegian', { sent: 'Sendte elementer', junk: 'Søppelpost', trash: 'Slettede elementer' }],
  ['Finnish', { drafts: 'Luonnokset', sent: 'Lähetetyt', junk: 'Roskaposti', trash: 'Roskakori' }],
  ['Czech', { drafts: 'Koncepty', sent: 'Odeslané', junk: 'Nevyžádaná pošta', trash: 'Koš' }],
  ['Hungarian', { drafts: 'Piszkozatok', sent: 'Elküldött', trash: 'Lomtár' }],
  ['Romanian', { drafts: 'Ciorne', sent: 'Trimise', trash: 'Coș de gunoi', archive: 'Arhivă' }],
  ['Greek', { drafts: 'Πρόχειρα', sent: 'Απεσταλμένα', junk: 'Ανεπιθύμητα', trash: 'Κάδος' }],
  ['Japanese', { drafts: '下書き', sent: '送信済み', junk: '迷惑メール', trash: 'ごみ箱' }],
  ['Chinese', { drafts: '草稿', sent: '已发送', junk: '垃圾邮件', trash: '已删除' }],
  ['Korean', { drafts: '임시보관함', sent: '보낸편지함', junk: '스팸', trash: '휴지통' }],
  ['Arabic', { drafts: 'المسودات', sent: 'المرسلة', trash: 'المهملات', archive: 'الأرشيف' }],
  ['Hebrew', { drafts: 'טיוטות', sent: 'נשלח', junk: 'דואר זבל', trash: 'אשפה' }],
]

for (const [language, names] of languages) {
  test(`the default names in ${language} mean their uses, at the top, below INBOX and at Gmail`, (t) => {
    const locations = [
      ['', '/', ''],
      ['INBOX.', '.', 'INBOX.'],
      ['INBOX/', '/', ''],
      ['Mail/', '/', 'Mail/'],
      ['[Gmail]/', '/', ''],
    ] as const

    for (const [prefix, delimiter, personal] of locations) {
      // The decomposed form is what macOS writes.
      for (const form of ['NFC', 'NFD'] as const) {
        const expected = Object.entries(names).map(([use, name]) => [
          `${prefix}${name.normalize(form)}`,
          use,
        ])
        const mailboxes = expected.map(([path = '']) => listed(path, delimiter))
        t.deepEqual(usesOf(mailboxes, { personal }), Object.fromEntries(expected))
      }
    }
  })
}

test('a default name deeper in the tree means nothing', (t) => {
  t.deepEqual(usesOf([listed('Customers/Archive', '/'), listed('INBOX/Old/Trash', '/')]), {
    'Customers/Archive': undefined,
    'INBOX/Old/Trash': undefined,
  })
})

test('the mark of the server wins over a name, and the likelier name over the other', (t) => {
  const mailboxes = [
    listed('Bin', '/'),
    listed('Deleted Items', '/'),
    listed('Trash', '/'),
    listed('Sent', '/'),
    listed('Customers/Out', '/', 'sent'),
  ]

  t.deepEqual(usesOf(mailboxes), {
    Bin: undefined,
    'Deleted Items': undefined,
    Trash: 'trash',
    Sent: undefined,
    'Customers/Out': 'sent',
  })
})

test('a mailbox of someone else has no use here, also where it is marked', (t) => {
  const mailboxes = [listed('shared/eve/Trash', '/', 'trash'), listed('Papierkorb', '/')]

  t.deepEqual(usesOf(mailboxes, { foreign: ['shared/'] }), {
    'shared/eve/Trash': undefined,
    Papierkorb: 'trash',
  })
})

async function specialOf(account: Account): Promise<Readonly<Record<string, string>>> {
  const mailboxes = await account.mailboxes({ ...patient, isConfirmed: true })
  return Object.fromEntries(
    mailboxes.flatMap(({ path, specialUse }) =>
      specialUse === undefined ? [] : [[specialUse, path]],
    ),
  )
}

test('a mailbox made for a use has it from then on, below INBOX where everything is', async (t) => {
  const account = openAccount(t, dovecot, 1)
  t.deepEqual(await specialOf(account), { inbox: 'INBOX' })

  const index = { parent: undefined, name: 'Trash', specialUse: 'trash' } as const
  const path = await account.createMailbox(index, patient)

  t.is(path, mailboxName('INBOX.Trash'))
  t.deepEqual(await specialOf(account), { inbox: 'INBOX', trash: 'INBOX.Trash' })
})

test('a mailbox and all below it are counted, whether shown or not, also while one is open', async (t) => {
  const account = openAccount(t, dovecot, 2)
  const owner = dovecot.userName(2)
  const trash = await account.createMailbox({ parent: undefined, name: 'Trash' }, patient)
  const old = await account.createMailbox({ parent: trash, name: 'Old' }, patient)
  const older = await account.createMailbox({ parent: old, name: 'Older' }, patient)
  await account.setSubscribed(older, false, patient)
  // A Maildir knows nothing of the prefix.
  await dovecot.seed(owner, 2, 'Trash')
  await dovecot.seed(owner, 3, 'Trash.Old.Older')

  const before = await account.branchSize(trash, patient)
  await account.page({ ...page, mailbox: trash }, patient)
  const during = await account.branchSize(trash, patient)

  t.deepEqual(before, { messages: 5, mailboxes: 2 })
  t.deepEqual(during, before)
})

const page = { page: 1, pageSize: 10, sort: undefined, search: undefined } as const

test('what is below a mailbox is deleted with its messages, but never what is needed', async (t) => {
  const account = openAccount(t, dovecot, 3)
  const other = await otherClient(t, dovecot, 3)
  for (const path of ['Trash', 'Trash.Old.Older', 'Trash.Kept.Sub', 'Trashes']) {
    await other.mailboxCreate(`INBOX.${path}`)
  }
  await account.page({ ...page, mailbox: mailboxName('INBOX.Trash.Old.Older') }, patient)

  await account.deleteBelow(
    mailboxName('INBOX.Trash'),
    [mailboxName('INBOX.Trash'), mailboxName('INBOX.Trash.Kept.Sub')],
    patient,
  )

  const left = await account.mailboxes({ ...patient, isConfirmed: true })
  t.deepEqual(
    left.map(({ path }) => path),
    ['INBOX', 'INBOX.Trash', 'INBOX.Trash.Kept', 'INBOX.Trash.Kept.Sub', 'INBOX.Trashes'],
  )
})

const special = '* CAPABILITY IMAP4rev1 AUTH=PLAIN LITERAL+ CREATE-SPECIAL-USE NAMESPACE'

async function scripted(
  t: Parameters<typeof startScriptedImap>[0],
  reply: NonNullable<Script['reply']>,
): Promise<{ readonly account: Account; readonly server: ScriptedImap }> {
  const server = await startScriptedImap(t, {
    greeting: `* OK [${special.slice(2)}] ready\r\n`,
    reply: (command, connection) => {
      const { tag, name } = command
      if (name === 'CAPABILITY') return `${special}\r\n${tag} OK\r\n`
      if (name === 'NAMESPACE') return `* NAMESPACE (("" NIL)) NIL NIL\r\n${tag} OK\r\n`
      return reply(command, connection)
    },
  })
  const credential = { user: 'somebody', password: 'any', authorizationId: undefined }
  return { server, account: openEngine(t, server).accounts.account(credential, '192.0.2.1') }
}

test('the use of a new mailbox is told to the server, which may make it without', async (t) => {
  const lines: string[] = []
  const { account } = await scripted(t, ({ tag, name, line }) => {
    if (name !== 'CREATE') return undefined
    lines.push(line.slice(tag.length + 1))
    return line.includes('USE') ? `${tag} NO [USEATTR] not for this use\r\n` : `${tag} OK\r\n`
  })

  await account.createMailbox({ parent: undefined, name: 'Junk', specialUse: 'junk' }, patient)

  t.deepEqual(lines, ['CREATE "Junk" (USE (\\Junk))', 'CREATE "Junk"'])
})

test('where names are flat, no other mailbox goes with the one that is deleted', async (t) => {
  const deleted: string[] = []
  const { account } = await scripted(t, ({ tag, name, line }) => {
    if (name === 'DELETE') deleted.push(line.slice(tag.length + 1))
    if (name !== 'LIST') return undefined
    return `${['INBOX', 'Work', 'Workshop'].map((path) => `* LIST () NIL ${path}\r\n`).join('')}${tag} OK\r\n`
  })

  await account.deleteMailbox(mailboxName('Work'), patient)

  t.deepEqual(deleted, ['DELETE "Work"'])
})
