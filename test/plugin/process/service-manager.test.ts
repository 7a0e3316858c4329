import { join } from 'node:path'
import test from 'ava'
import { createServiceManager } from '../../../plugin/process/service-manager.ts'
import { startServerProcess } from '../../support/process/server-process.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

/** Prints what systemd would read, and closes the descriptor by which the tool learns that it was read. */
const listener = `
import os, socket, sys
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(sys.argv[1])
print('bound', flush=True)
while True:
    data, descriptors, flags, address = socket.recv_fds(notify, 4096, 1)
    for descriptor in descriptors: os.close(descriptor)
    print(data.decode().strip(), flush=True)
`

test('systemd is told that a process serves, that it lives, reads its configuration again, and ends', async (t) => {
  const socket = join(await temporaryDirectory(t), 'notify')
  const systemd = await startServerProcess({
    command: 'python3',
    args: ['-c', listener, socket],
    ready: async (output) => {
      await output.waitFor(/^bound$/m)
    },
  })
  t.teardown(() => systemd.kill())
  const manager = createServiceManager({
    environment: { NOTIFY_SOCKET: socket, WATCHDOG_PID: '7', WATCHDOG_USEC: '200000' },
    pid: 7,
    onFailed: (error) => t.fail(String(error)),
  })

  await manager.ready('listening on unix:/x')
  await systemd.output.waitFor(/WATCHDOG=1[^]*WATCHDOG=1/)
  await manager.reloading()
  await manager.ready('listening on unix:/y')
  await manager.stopping()

  await t.notThrowsAsync(
    systemd.output.waitFor(
      /^READY=1\nSTATUS=listening on unix:\/x$[^]*^RELOADING=1\nMONOTONIC_USEC=\d+$[^]*^READY=1\nSTATUS=listening on unix:\/y$[^]*STOPPING=1/m,
    ),
  )
})

test('where no one manages services nothing is told', async (t) => {
  const failures: unknown[] = []
  const manager = createServiceManager({
    environment: { WATCHDOG_USEC: '1000' },
    pid: 7,
    onFailed: (error) => failures.push(error),
  })

  await manager.ready('listening')
  await manager.stopping()

  t.deepEqual(failures, [])
})
