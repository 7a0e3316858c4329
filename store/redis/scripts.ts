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

/** KEYS[1]; ARGV: the value seen. Removes it unless someone has replaced it since. */
export const removeUnchanged = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`

// A count says itself when it ends, by the clock of the instances: that of the machine Redis runs on may be moved.
const standingCount = `
local held = redis.call('HMGET', KEYS[1], 'count', 'ends')
local now = tonumber(ARGV[1])
local count, ends = tonumber(held[1] or '0'), tonumber(held[2] or '0')
if ends <= now then count, ends = 0, now end`

/**
 * KEYS[1]; ARGV: now, window in ms, limit, ms the key is kept beyond its end. Adds one unless the limit is
 * reached. Answers the count, the ms it has left, and 1 when one was added.
 */
export const reserveInCounter = `${standingCount}
local window = tonumber(ARGV[2])
if count == 0 or ends > now + window then ends = now + window end
local taken = count < tonumber(ARGV[3]) and 1 or 0
count = count + taken
redis.call('HSET', KEYS[1], 'count', count, 'ends', ends)
redis.call('PEXPIRE', KEYS[1], ends - now + tonumber(ARGV[4]))
return { count, ends - now, taken }`

/** KEYS[1]. Takes one off, and never below zero: the count may have ended meanwhile. */
export const giveBackToCounter = `
if tonumber(redis.call('HGET', KEYS[1], 'count') or '0') > 0 then
  return redis.call('HINCRBY', KEYS[1], 'count', -1)
end
return 0`

/** KEYS[1]; ARGV: now. Answers the count with the ms it has left. */
export const readCounter = `${standingCount}
return { count, ends - now }`

/** KEYS[1]; ARGV: value, its version, ttl in ms. Sets it unless one of this version or a newer is there; returns what is there then. */
export const keepNewerDocument = `
local current = redis.call('GET', KEYS[1])
local version = current and string.match(current, '^(%d+)%.')
if version and tonumber(version) >= tonumber(ARGV[2]) then return current end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
return ARGV[1]`

/**
 * KEYS[1]; ARGV: ttl in ms, then id, base version, and `<removed>.<body>` of each change. Answers `cold` when the
 * collection is not here, `conflict` with id and value of each that is at another version, or `saved` with
 * the new versions. Field `#` counts the changes, `=<id>` holds `<version>.<removed>.<body>`.
 */
export const savePersonal = `
if redis.call('HEXISTS', KEYS[1], '#') == 0 then return { 'cold' } end
local conflicts, versions = { 'conflict' }, { 'saved' }
for at = 2, #ARGV, 3 do
  local current = redis.call('HGET', KEYS[1], '=' .. ARGV[at])
  local version, removed = string.match(current or '0.1.', '^(%d+)%.(%d)')
  if version == ARGV[at + 1] or (removed == '1' and ARGV[at + 1] == '0') then
    versions[#versions + 1] = string.format('%.0f', tonumber(version) + 1)
  else
    conflicts[#conflicts + 1] = ARGV[at]
    conflicts[#conflicts + 1] = current or '0.1.'
  end
end
if #conflicts > 1 then return conflicts end
for at = 2, #ARGV, 3 do
  local version = versions[(at - 2) / 3 + 2]
  redis.call('HSET', KEYS[1], '=' .. ARGV[at], version .. '.' .. ARGV[at + 2])
end
redis.call('HINCRBY', KEYS[1], '#', (#ARGV - 1) / 3)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return versions`

/** KEYS[1]; ARGV: ttl in ms, number of changes, then id and value of each. Leaves a collection that is there. */
export const fillPersonal = `
if redis.call('HEXISTS', KEYS[1], '#') == 1 then return 0 end
redis.call('HSET', KEYS[1], '#', ARGV[2])
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], '=' .. ARGV[at], ARGV[at + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`
