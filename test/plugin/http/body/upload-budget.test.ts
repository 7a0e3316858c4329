import test from 'ava'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { createUploadRoom } from '../../../../plugin/http/body/upload-budget.ts'

const busy = { instanceOf: Refusal, message: 'mail_busy' }

test('a user alone holds half of the room at most', (t) => {
  const room = createUploadRoom({ maxBytes: 1_000, messageBytes: 100 })
  const share = room.enter('ada')
  share.take(500)

  t.throws(() => share.take(1), busy)
})

test('a user has one share for all uploads', (t) => {
  const room = createUploadRoom({ maxBytes: 1_000, messageBytes: 100 })
  room.enter('ada').take(300)

  t.throws(() => room.enter('ada').take(201), busy)
})

test('anyone who comes next finds as much as each of those who take all they can', (t) => {
  const room = createUploadRoom({ maxBytes: 1_000, messageBytes: 100 })
  const greedy = [room.enter('ada'), room.enter('bea')]
  for (let round = 0; round < 1_000; round += 1) {
    for (const share of greedy) {
      try {
        share.take(1)
      } catch {
        // Has all it can get.
      }
    }
  }

  t.notThrows(() => room.enter('cem').take(160))
})

test('a message fits for a user alone, also where it is most of the room', (t) => {
  const room = createUploadRoom({ maxBytes: 1_000, messageBytes: 900 })
  const share = room.enter('ada')

  t.notThrows(() => share.take(900))
  t.throws(() => share.take(101), busy)
})

test('what was held is free again afterwards', (t) => {
  const room = createUploadRoom({ maxBytes: 1_000, messageBytes: 100 })
  const share = room.enter('ada')
  share.take(500)
  share.leave()
  share.leave()

  t.notThrows(() => room.enter('ada').take(500))
})
