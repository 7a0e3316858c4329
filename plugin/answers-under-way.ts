import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Per connection the latest: behind it nothing else is asked there. */
type AnswersUnderWay = Map<Socket, ServerResponse>

const answersOf = new WeakMap<Server, AnswersUnderWay>()

/** Keeps count of the answers of a server from now on, for answersUnderWay. */
export function followAnswers(server: Server): void {
  const answers: AnswersUnderWay = new Map()
  answersOf.set(server, answers)
  server.on('connection', (socket) => {
    // An answer that waits behind another one of its connection never closes itself.
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', ({ socket }, res) => {
    answers.set(socket, res)
    res.once('close', () => {
      if (answers.get(socket) === res) answers.delete(socket)
    })
  })
}

/**
 * Answers that are not yet with the kernel to the last byte, at most one of each connection. Node's own
 * idea of an idle connection only knows whether the answer was ended.
 */
export function answersUnderWay(server: Server): readonly ServerResponse[] {
  return [...(answersOf.get(server)?.values() ?? [])]
}
