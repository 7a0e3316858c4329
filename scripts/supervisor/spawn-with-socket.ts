import { spawn, type ChildProcess } from 'node:child_process'

/**
 * Starts a program that finds the listening socket as descriptor 3, announced as systemd does
 * (sd_listen_fds(3)). The shell knows its process id, which exec keeps, and Node can not tell beforehand.
 */
export function spawnWithSocket(
  descriptor: number,
  command: readonly string[],
  { isDetached }: { readonly isDetached: boolean },
): ChildProcess {
  const script = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    detached: isDetached,
    stdio: ['ignore', 'inherit', 'inherit', descriptor],
  })
}
