import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { examineSqlite, inspectDatabase } from '../../../store/index.ts'
import { type LineProgram, startAs, type UnixUser } from '../../support/process/as-user.ts'
import { nodeArgsFor } from '../../support/process/source-program.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

const WEB_GROUP = 60_033
/** PHP, as Debian's www-data. */
const web: UnixUser = { uid: 60_033, gid: WEB_GROUP }
/** Postern, a member of the group of the web server. */
const postern: UnixUser = { uid: 60_990, gid: 60_990, groups: [WEB_GROUP] }

const storeProgram = fileURLToPath(new URL('store-program.ts', import.meta.url))

/** A request of a PHP program: opens the file, writes, reads and closes it. */
const phpRequests = `
  while (($path = fgets(STDIN)) !== false) {
    try {
      $db = new PDO('sqlite:' . trim($path), null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => 20]);
      $db->exec('CREATE TABLE IF NOT EXISTS other (n INTEGER)');
      $db->exec('INSERT INTO other VALUES (1)');
      echo $db->query('SELECT count(*) FROM other')->fetchColumn() > 0 ? "fine\\n" : "lost\\n";
    } catch (Throwable $fault) {
      echo str_replace("\\n", ' ', $fault->getMessage()) . "\\n";
    }
    $db = null;
  }`

interface Shared {
  readonly path: string
  /** Of the directory: SQLite's files are in it while a user has the database open. */
  readonly mode: number
  /** One request of PHP. */
  php(): Promise<string>
  postern(): Promise<LineProgram>
}

/** A database file of the web server's user, in its directory, that Postern may write through the group. */
async function shared(
  t: ExecutionContext,
  { mode = 0o770, journal = 'WAL' }: { readonly mode?: number; readonly journal?: string } = {},
): Promise<Shared> {
  const directory = await temporaryDirectory(t)
  const [theirs, ours] = [join(directory, 'roundcube'), join(directory, 'postern')]
  await mkdir(theirs)
  await mkdir(ours)
  await chown(ours, postern.uid, postern.gid)
  await chown(theirs, web.uid, web.gid)
  await chmod(theirs, mode)
  const path = join(theirs, 'roundcube.db')
  const make = `$db = new PDO('sqlite:${path}'); $db->exec('PRAGMA journal_mode = ${journal}'); $db->exec('CREATE TABLE other (n INTEGER)'); chmod('${path}', 0660);`
  await startAs(t, web, ['php', '-r', make]).end()
  const php = startAs(t, web, ['php', '-r', phpRequests])
  return {
    path,
    mode,
    php: () => php.request(path),
    async postern() {
      const args = [...nodeArgsFor(storeProgram), storeProgram, ours, `sqlite:${path}`]
      const program = startAs(t, postern, [process.execPath, ...args])
      t.is(await program.nextLine(), 'open')
      return program
    },
  }
}

/** Names, groups and modes of what is beside the database. */
async function beside({ path }: Shared) {
  const directory = join(path, '..')
  const names = (await readdir(directory)).filter((name) => name !== 'roundcube.db')
  return Promise.all(
    names.sort().map(async (name) => {
      const { gid, mode } = await stat(join(directory, name))
      return `${name} ${gid} ${(mode & 0o777).toString(8)}`
    }),
  )
}

const sharedWalFiles = [`roundcube.db-shm ${WEB_GROUP} 660`, `roundcube.db-wal ${WEB_GROUP} 660`]

for (const [kind, mode] of Object.entries({ plain: 0o770, setgid: 0o2770 })) {
  test.serial(
    `a database that Postern opened first is open to PHP, over restarts, in a ${kind} directory`,
    async (t) => {
      const file = await shared(t, { mode })

      for (let start = 0; start < 3; start += 1) {
        const program = await file.postern()

        t.deepEqual(await beside(file), sharedWalFiles)
        t.is(await file.php(), 'fine')
        t.is(await program.request('save'), 'drained')
        t.is(await file.php(), 'fine')

        await (start === 0 ? program.kill() : program.end())
        t.is(await file.php(), 'fine')
      }
    },
  )

  test.serial(
    `a database that PHP has open takes what Postern writes, in a ${kind} directory`,
    async (t) => {
      const file = await shared(t, { mode })
      const hold = `$db = new PDO('sqlite:${file.path}'); $db->query('SELECT count(*) FROM other')->fetchAll(); echo "open\n"; fgets(STDIN); $db->exec('INSERT INTO other VALUES (2)'); echo "written\n"; fgets(STDIN);`
      const first = startAs(t, web, ['php', '-r', hold])
      t.is(await first.nextLine(), 'open')

      const program = await file.postern()

      t.is(await program.request('save'), 'drained')
      t.is(await first.request(''), 'written')
      await first.end()
      t.is(await program.request('save'), 'drained')
      t.is(await file.php(), 'fine')
    },
  )

  test.serial(`Postern and PHP write at the same time, in a ${kind} directory`, async (t) => {
    const file = await shared(t, { mode })
    const program = await file.postern()
    const results: string[] = []

    const writing = (async () => {
      for (let round = 0; round < 30; round += 1) results.push(await program.request('save'))
    })()
    for (let round = 0; round < 100; round += 1) results.push(await file.php())
    await writing

    t.deepEqual([...new Set(results)].sort(), ['drained', 'fine'])
  })
}

test.serial(
  'files that an earlier Postern left with its own group are given that of the database',
  async (t) => {
    const file = await shared(t)
    const first = await file.postern()
    await first.kill()
    for (const suffix of ['-wal', '-shm']) {
      await chown(file.path + suffix, postern.uid, postern.gid)
    }

    await file.postern()

    t.deepEqual(await beside(file), sharedWalFiles)
    t.is(await file.php(), 'fine')
  },
)

test.serial('a database that comes into WAL mode while Postern runs is open to PHP', async (t) => {
  const file = await shared(t, { journal: 'DELETE' })
  const program = await file.postern()
  t.is(await program.request('save'), 'drained')
  const change = `$db = new PDO('sqlite:${file.path}'); echo $db->query('PRAGMA journal_mode = WAL')->fetchColumn(), "\n";`
  t.is(await startAs(t, web, ['php', '-r', change]).nextLine(), 'wal')

  t.is(await program.request('save'), 'drained')
  t.is(await program.request('save'), 'drained')

  t.deepEqual(await beside(file), sharedWalFiles)
  t.is(await file.php(), 'fine')
})

test.serial('an empty file that was made for both is open to PHP', async (t) => {
  const file = await shared(t)
  const empty = `file_put_contents('${file.path}', ''); echo "empty\n";`
  t.is(await startAs(t, web, ['php', '-r', empty]).nextLine(), 'empty')

  const program = await file.postern()

  t.is(await program.request('save'), 'drained')
  t.deepEqual(await beside(file), sharedWalFiles)
  t.is(await file.php(), 'fine')
})

test.serial(
  'a file that takes the place of the database is open to PHP once Postern opened it',
  async (t) => {
    const file = await shared(t)
    const program = await file.postern()
    t.is(await program.request('save'), 'drained')
    const replace = `foreach (['', '-wal', '-shm'] as $end) unlink('${file.path}' . $end); $db = new PDO('sqlite:${file.path}'); $db->exec('PRAGMA journal_mode = WAL'); $db->exec('CREATE TABLE other (n INTEGER)'); chmod('${file.path}', 0660); echo "replaced\n";`
    t.is(await startAs(t, web, ['php', '-r', replace]).nextLine(), 'replaced')

    t.is(await program.request('save'), 'drained')

    t.deepEqual(await beside(file), sharedWalFiles)
    t.is(await file.php(), 'fine')
  },
)

test.serial(
  'a log that only its owner may write when Postern opens it is written as soon as its group may',
  async (t) => {
    const file = await shared(t)
    // SQLite makes its files under the umask, and only then gives them the mode of the database.
    const making = `$db = new PDO('sqlite:${file.path}'); $db->query('SELECT count(*) FROM other')->fetchAll(); chmod('${file.path}-shm', 0640); echo "made\n"; fgets(STDIN); chmod('${file.path}-shm', 0660); echo "ready\n"; fgets(STDIN);`
    const first = startAs(t, web, ['php', '-r', making])
    t.is(await first.nextLine(), 'made')
    const program = await file.postern()
    t.regex(await program.request('save'), /^\[8\]/)

    t.is(await first.request(''), 'ready')

    t.is(await program.request('save'), 'drained')
    t.is(await file.php(), 'fine')
  },
)

test.serial('nothing is left beside a database that is not in WAL mode', async (t) => {
  const file = await shared(t, { journal: 'DELETE' })
  const program = await file.postern()

  t.is(await program.request('save'), 'drained')

  t.deepEqual(await beside(file), [])
  t.is(await file.php(), 'fine')
})

/** Resolves once the rollback journal of a transaction is there, with the group of the database. */
async function untilJournal({ path }: Shared): Promise<void> {
  // A transaction that waits for too long gives up, and takes its journal along.
  const journal = () => stat(`${path}-journal`).catch(() => undefined)
  while ((await journal())?.gid !== WEB_GROUP) await setImmediate()
}

test.serial(
  'a database in rollback mode is open to PHP after Postern was killed in a transaction',
  async (t) => {
    const file = await shared(t, { journal: 'DELETE' })
    const program = await file.postern()
    t.is(await program.request('save'), 'drained')
    // A reader keeps a transaction from its end.
    const hold = `$db = new PDO('sqlite:${file.path}'); $db->beginTransaction(); $db->query('SELECT count(*) FROM other')->fetchAll(); echo "reading\n"; fgets(STDIN); $db->commit(); echo "read\n"; fgets(STDIN);`
    const reader = startAs(t, web, ['php', '-r', hold])
    t.is(await reader.nextLine(), 'reading')
    const saving = program.request('save').catch(() => undefined)
    await untilJournal(file)

    await program.kill()

    await saving
    t.is(await reader.request(''), 'read')
    await reader.end()
    t.is(await file.php(), 'fine')
  },
)

test.serial(
  'a database of another user that is damaged or missing is left to its owner',
  async (t) => {
    const file = await shared(t)
    const program = await file.postern()
    t.is(await program.request('save'), 'drained')
    const damage = `foreach (['', '-wal', '-shm'] as $end) @unlink('${file.path}' . $end); echo "gone\n"; fgets(STDIN); file_put_contents('${file.path}', str_repeat('no database ', 1000)); chmod('${file.path}', 0660); echo "damaged\n"; fgets(STDIN);`
    const other = startAs(t, web, ['php', '-r', damage])
    t.is(await other.nextLine(), 'gone')

    t.regex(await program.request('save'), /^\[14\]/)

    t.deepEqual(await readdir(join(file.path, '..')), [])
    t.is(await other.request(''), 'damaged')
    t.regex(await program.request('save'), /\[26\]/)
    t.deepEqual(await readdir(join(file.path, '..')), ['roundcube.db'])
    t.true((await readFile(file.path, 'utf8')).startsWith('no database no database'))
  },
)

test.serial(
  'a database whose users are those of another program is not made again by Postern',
  async (t) => {
    const file = await shared(t)
    // Whoever owns the directory: its group may make files in it.
    await chown(join(file.path, '..'), 0, WEB_GROUP)
    const users = `CREATE TABLE users (user_id INTEGER PRIMARY KEY, username TEXT, mail_host TEXT, created TEXT, last_login TEXT, failed_login TEXT, failed_login_counter INTEGER, language TEXT, preferences TEXT)`
    const make = `$db = new PDO('sqlite:${file.path}'); $db->exec('${users}'); echo "made\n";`
    t.is(await startAs(t, web, ['php', '-r', make]).nextLine(), 'made')
    const program = await file.postern()
    t.is(await program.request('save'), 'drained')
    const remove = `foreach (['', '-wal', '-shm'] as $end) @unlink('${file.path}' . $end); echo "gone\n";`
    t.is(await startAs(t, web, ['php', '-r', remove]).nextLine(), 'gone')

    t.regex(await program.request('save'), /^\[14\]/)

    t.deepEqual(await readdir(join(file.path, '..')), [])
    t.is(await file.php(), 'fine')
    await chmod(file.path, 0o660)
    t.is(await program.request('save'), 'drained')
  },
)

test.serial('a link beside the database is not followed', async (t) => {
  const file = await shared(t)
  const program = await file.postern()
  t.is(await program.request('save'), 'drained')
  const secret = join(file.path, '../../postern/private/spool.db')
  const before = await stat(secret)
  const plant = `unlink('${file.path}-shm'); symlink('${secret}', '${file.path}-shm'); echo "planted\n";`
  t.is(await startAs(t, web, ['php', '-r', plant]).nextLine(), 'planted')

  await program.request('save')

  const { gid, mode } = await stat(secret)
  t.deepEqual({ gid, mode }, { gid: before.gid, mode: before.mode })
})

test.serial('who only looks at the database leaves nothing beside it', async (t) => {
  const file = await shared(t)

  await inspectDatabase(`sqlite:${file.path}`, 10_000)
  await examineSqlite(file.path)

  t.deepEqual(await beside(file), [])
})
