import { examineRedis, type RedisExamination } from '../../../store/index.ts'
import { failed, fine, note, warning, wordsOf, type Check, type Finding } from './finding.ts'

/** The session cache: losing it costs speed, filling it up wrongly costs more. */
export const checkRedis: Check = async ({ config, timeoutMs }) => {
  if (config.redis === null) {
    return [note('redis.none', 'sessions are cached in memory', 'enough for a single instance')]
  }
  try {
    const found = await examineRedis(config.redis, timeoutMs)
    return [fine('redis.answers', 'Redis answers'), ...eviction(found), ...role(found)]
  } catch (error) {
    return [
      failed(
        'redis.unreachable',
        `Redis does not answer: ${wordsOf(error)}`,
        'check that it runs and the redis section; sessions come from the stores behind it meanwhile',
      ),
    ]
  }
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
