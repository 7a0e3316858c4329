import test from 'ava'
import { readRoundcubeConfig, settingValue } from '../../../plugin/config/roundcube-config.ts'

test('of two settings with one name the later one counts, and what is in comments or texts does not', (t) => {
  const { settings, fault } = readRoundcubeConfig(`<?php
$config = [];
$config['skin'] = 'larry'; // $config['skin'] = 'comment';
$config["skin"] = 'elastic';
# $config['skin'] = 'other';
/* $config['skin'] = 'third'; */
$config['product_name'] = "it's \\"$config['skin'] = 'fourth';\\"";
$config['plugins'] = ['archive', f(';')];
$config['support'] = <<<HTML
$config['skin'] = 'fifth'; it's ?> "open
HTML;
if ($config['skin'] == 'sixth') { $config['x'] = fn($y) => [$y]; }
`)

  t.is(fault, undefined)
  t.is(settingValue(settings, 'skin'), "'elastic'")
  t.is(settingValue(settings, 'plugins'), "['archive', f(';')]")
  t.is(settingValue(settings, 'none'), undefined)
})

const set = "$config['skin'] = 'elastic';"

for (const [what, text, fault] of [
  ['does not begin with PHP', `\n<?php\n${set}`, /begin with <\?php/],
  ['ends PHP', `<?php\n${set}\n?>\n`, /ends PHP/],
  ['ends PHP in a comment', `<?php\n${set} // so ?>\n`, /ends PHP/],
  ['has a text without end', `<?php\n${set}\n$config['x'] = 'y;\n`, /string or comment/],
  ['has a comment without end', `<?php\n${set}\n/* so`, /string or comment/],
  ['has a bracket without end', `<?php\n${set}\n$config['x'] = ['y';\n`, /bracket/],
  ['has a statement without end', `<?php\n${set}\n$config['x'] = 'y'\n`, /last statement/],
  ['may return', `<?php\n${set}\nif (PHP_SAPI === 'cli') return;\n`, /before its last line/],
  ['sets something else', `<?php\n$other['skin'] = 'elastic';\n`, /sets nothing/],
] as const) {
  test(`a configuration that ${what} has a fault`, (t) => {
    t.regex(readRoundcubeConfig(text).fault ?? '', fault)
  })
}

test('a function that returns is no fault', (t) => {
  t.is(readRoundcubeConfig(`<?php\nfunction f() { if (1) { return 2; } }\n${set}`).fault, undefined)
})
