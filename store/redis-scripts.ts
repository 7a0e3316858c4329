// Scripts run in Redis as one step. They see versions, not codes: what they decide is checked when read.

/**
 * KEYS[1]; ARGV: value, version, changedAt, ttl in ms. Answers 1 kept, 0 a newer one is there,
 * -1 the id was ended.
 */
export const keepUnlessNewer = `
local current = redis.call('GET', KEYS[1])
if current then
  local version, changed, mark = string.match(current, '^[%w_-]+%.(%d+)%.(%d+)%.(.)')
  if mark == '!' then return -1 end
  if version then
    local older, newer = tonumber(version), tonumber(ARGV[2])
    if older > newer or (older == newer and tonumber(changed) >= tonumber(ARGV[3])) then return 0 end
  end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
return 1`

/** KEYS[1]; ARGV: the value seen. Removes it unless somebody has replaced it since. */
export const removeUnchanged = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

/**
 * KEYS[1]; ARGV: window in ms, limit. Adds one unless the limit is reached. Answers the count, the ms
 * it has left, and 1 when one was added.
 */
export const reserveInCounter = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[2]) then return { count, redis.call('PTTL', KEYS[1]), 0 } end
count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]), 1 }`

/** KEYS[1]. Takes one off, and never below zero: the count may have ended meanwhile. */
export const giveBackToCounter = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then return redis.call('DECR', KEYS[1]) end
return 0`

/** KEYS[1]. Answers the count with the ms it has left. */
export const readCounter = `
return { tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1]) }`

/** KEYS[1]; ARGV: value, its version, ttl in ms. Sets it unless one of this version or a newer is there; answers what is there then. */
export const keepNewerDocument = `
local current = redis.call('GET', KEYS[1])
local version = current and string.match(current, '^(%d+)%.')
if version and tonumber(version) >= tonumber(ARGV[2]) then return current end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]`
