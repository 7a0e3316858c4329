import type { ExecutionContext } from 'ava'
import type { Store } from '../../../store/store.ts'
import type { PersonalSave } from '../../../store/index.ts'
import { owner } from './stores.ts'

type Personal = Store['personal']

interface ContractRow {
  readonly name: string
  readonly run: (t: ExecutionContext, writer: Personal, reader: Personal) => Promise<void>
}

/** What holds wherever documents are kept: the reader may be another instance than the writer. */
export const personalContract: readonly ContractRow[] = [
  {
    name: 'a saved document is read by its id and with its kind',
    run: async (t, writer, reader) => {
      const kind = 'read'
      const saved = await writer.save(owner, kind, [{ id: 'a', baseVersion: 0, body: '{"n":"é"}' }])

      const document = { kind, id: 'a', version: 1, body: '{"n":"é"}' }
      t.deepEqual(saved, { saved: [document] })
      t.deepEqual(await reader.find(owner, kind, 'a'), document)
      t.deepEqual(await reader.list(owner, kind), { revision: 1, documents: [document] })
      t.is(await reader.find({ ...owner, username: 'ben' }, kind, 'a'), undefined)
      t.deepEqual((await reader.list(owner, 'other')).documents, [])
    },
  },
  {
    name: 'changes of which one was made on an old version are refused as a whole',
    run: async (t, writer, reader) => {
      const kind = 'conflict'
      await writer.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
      await reader.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'second' }])

      const late = await writer.save(owner, kind, [
        { id: 'b', baseVersion: 0, body: 'new' },
        { id: 'a', baseVersion: 1, body: 'late' },
      ])

      const standing = { kind, id: 'a', version: 2, body: 'second' }
      t.deepEqual(late, { conflicts: [standing] })
      t.deepEqual((await reader.list(owner, kind)).documents, [standing])
    },
  },
  {
    name: 'a removed document is gone, is told to who changes it, and may be made anew',
    run: async (t, writer, reader) => {
      const kind = 'removed'
      await writer.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])
      await reader.save(owner, kind, [{ id: 'a', baseVersion: 1, body: undefined }])

      t.is(await writer.find(owner, kind, 'a'), undefined)
      t.deepEqual(await writer.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'late' }]), {
        conflicts: [{ id: 'a', version: 2, removed: true }],
      })
      await writer.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'again' }])
      t.deepEqual(await reader.find(owner, kind, 'a'), { kind, id: 'a', version: 3, body: 'again' })
    },
  },
  {
    name: 'the revision is another after each change',
    run: async (t, writer, reader) => {
      const kind = 'revision'
      const revisions = [await reader.revision(owner, kind)]
      for (const [baseVersion, body] of [
        [0, 'a'],
        [1, 'b'],
        [2, undefined],
      ] as const) {
        await writer.save(owner, kind, [{ id: 'a', baseVersion, body }])
        revisions.push(await reader.revision(owner, kind))
      }

      t.is(new Set(revisions).size, 4)
    },
  },
  {
    name: 'of two that change one version at once one is told of the other',
    run: async (t, writer, reader) => {
      const kind = 'race'
      await writer.save(owner, kind, [{ id: 'a', baseVersion: 0, body: 'first' }])

      const outcomes = await Promise.all([
        writer.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'of the writer' }]),
        reader.save(owner, kind, [{ id: 'a', baseVersion: 1, body: 'of the reader' }]),
      ])

      const won = outcomes.filter(isSaved)
      t.is(won.length, 1)
      t.deepEqual(won, [{ saved: [await writer.find(owner, kind, 'a')] }])
      t.deepEqual(await writer.find(owner, kind, 'a'), await reader.find(owner, kind, 'a'))
    },
  },
  {
    name: 'ten thousand documents are kept in one step',
    run: async (t, writer, reader) => {
      const kind = 'many'
      const ids = Array.from({ length: 10_000 }, (_none, at) => `id-${at}`)
      const body = JSON.stringify({
        name: 'A name',
        emails: ['name@example.org'],
        note: 'x'.repeat(200),
      })

      const outcome = await writer.save(
        owner,
        kind,
        ids.map((id) => ({ id, baseVersion: 0, body })),
      )

      t.true(isSaved(outcome))
      const { documents } = await reader.list(owner, kind)
      t.deepEqual(documents.map(({ id }) => id).sort(), ids.sort())
    },
  },
]

function isSaved(outcome: PersonalSave): boolean {
  return 'saved' in outcome
}
