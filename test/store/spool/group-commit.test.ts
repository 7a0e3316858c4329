import test from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { createGroupCommit } from '../../../store/spool/group-commit.ts'

test('writes that arrive during a transaction share the next one', async (t) => {
  const batches: number[][] = []
  const commits = createGroupCommit<number>({
    store: 'spool',
    maxWritesPerCommit: 4,
    maxQueuedWrites: 100,
    commit: (writes) => Promise.resolve(void batches.push([...writes])),
  })

  await Promise.all([0, 1, 2, 3, 4, 5].map((write) => commits.add(write)))

  t.deepEqual(batches, [
    [0, 1, 2, 3],
    [4, 5],
  ])
})

test('a failed transaction fails its writes and no others', async (t) => {
  const commits = createGroupCommit<string>({
    store: 'spool',
    maxWritesPerCommit: 1,
    maxQueuedWrites: 100,
    commit: ([write]) =>
      write === 'bad' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
  })

  const outcomes = await Promise.allSettled(['good', 'bad', 'late'].map((one) => commits.add(one)))

  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a full queue refuses at once', async (t) => {
  const commits = createGroupCommit<number>({
    store: 'spool',
    maxWritesPerCommit: 1,
    maxQueuedWrites: 2,
    commit: () => Promise.resolve(),
  })

  const outcomes = await Promise.allSettled([1, 2, 3].map((write) => commits.add(write)))

  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  )
})

test('closing settles what was accepted and refuses the rest', async (t) => {
  const written: number[] = []
  const commits = createGroupCommit<number>({
    store: 'spool',
    maxWritesPerCommit: 10,
    maxQueuedWrites: 10,
    commit: (writes) => Promise.resolve(void written.push(...writes)),
  })
  const accepted = commits.add(1)

  await commits.close()

  await accepted
  t.deepEqual(written, [1])
  await t.throwsAsync(commits.add(2), { instanceOf: StoreUnavailable })
})
