import { examineRedis, type RedisExamination } from '../../../../store/index.ts'
import { redisAddress } from '../../../admin/status/backends.ts'
import type { Config } from '../../../config/schema.ts'
import { failed, fine, note, warning, wordsOf, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** The session cache: losing it costs speed, filling it up wrongly costs more. */
export const checkRedis: Check = async ({ config, timeoutMs }) => {
  if (config.redis === null) {
    return [note('redis.none', 'sessions are cached in memory', 'enough for a single instance')]
  }
  try {
    const found = await examineRedis(config.redis, timeoutMs)
    return [fine('redis.answers', 'Redis answers'), ...eviction(found), ...role(found)]
  } catch (error) {
    return [passwordFault(error, config.redis) ?? silence(error, config.redis)]
  }
}

const MEANWHILE = 'sessions come from the stores behind it meanwhile'

function silence(error: unknown, redis: NonNullable<Config['redis']>): Finding {
  const setting = 'url' in redis ? 'redis.url' : 'the redis section'
  const server = { id: 'redis.unreachable', server: 'Redis', section: 'redis', setting }
  return unreachable({ ...server, place: redisAddress(redis), loss: MEANWHILE }, error)
}

/** Redis names the kind of a refusal by its first word (redis.io, AUTH). */
function passwordFault(error: unknown, redis: NonNullable<Config['redis']>): Finding | undefined {
  const message = wordsOf(error)
  const what = message.startsWith('NOAUTH')
    ? 'asks for a password'
    : message.startsWith('WRONGPASS')
      ? 'refuses the password'
      : undefined
  if (what === undefined) return undefined
  return failed(
    'redis.unreachable',
    `Redis at ${redisAddress(redis)} ${what}: ${message}`,
    `write the right one into redis-password.secret beside the keys, or into the redis section; ${MEANWHILE}`,
  )
}

function eviction({ maxmemoryPolicy }: RedisExamination): readonly Finding[] {
  if (maxmemoryPolicy === undefined) {
    return [note('redis.config-hidden', 'CONFIG is forbidden: eviction cannot be seen')]
  }
  return [
    maxmemoryPolicy === 'noeviction'
      ? fine('redis.keeps', 'maxmemory-policy is noeviction')
      : warning(
          'redis.eviction',
          `maxmemory-policy is ${maxmemoryPolicy}: marks of ended sessions may be evicted`,
          'CONFIG SET maxmemory-policy noeviction',
        ),
  ]
}

function role({ role: name }: RedisExamination): readonly Finding[] {
  if (name !== 'slave') return []
  return [
    failed(
      'redis.replica',
      'this Redis is a read-only replica',
      'name the master, or use the redis.sentinels setting',
    ),
  ]
}
