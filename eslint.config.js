import tseslint from 'typescript-eslint'

/** Names of what stands in for something real in a test. */
const DOUBLE =
  '/^(create|start|open|make)?(fake|stub|mock|spy|scripted|hostile|simulated|farServer|memoryLog)/i'
const doubleRule = (selector) => ({
  selector: `ExportNamedDeclaration > ${selector}`,
  message:
    'A test double is exported from test/support/ only: elsewhere the next one is written again.',
})

/** Words that have one of the field's instead (CONTRIBUTING.md, "How code reads here"): told -> reported, begun -> started. */
const NOT_IN_NAMES = new Set(
  'acts aim anew anybody ask asking began begun desk doubles itself keeper persons places sight tell tells ticked told whoever'.split(
    ' ',
  ),
)
const NOT_IN_FILE_NAMES = new Set(
  'act acts aim answer answers ask asked begun desk doubles heavy keeper kept news person place placed places sight tick ticked told usual whoever'.split(
    ' ',
  ),
)
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** Refuses these words in what we name. Keys and properties may be of a wire, a library or a text, and are left. */
const fieldWords = {
  create(context) {
    const isNamedElsewhere = ({ parent }, node) =>
      (parent.type === 'MemberExpression' && parent.property === node) ||
      (parent.type === 'Property' && parent.key === node) ||
      /^(ImportSpecifier|ExportSpecifier|TSPropertySignature|TSMethodSignature|JSXAttribute)$/.test(
        parent.type,
      )
    const check = (node, name, words) => {
      const word = wordsOf(name).find((one) => words.has(one))
      if (word !== undefined)
        context.report({ node, message: `"${word}" in "${name}": use the field's word.` })
    }
    return {
      Program: (node) => check(node, context.filename.split(/[\\/]/).at(-1), NOT_IN_FILE_NAMES),
      Identifier(node) {
        if (!isNamedElsewhere(node, node)) check(node, node.name, NOT_IN_NAMES)
      },
    }
  },
}

// Rules are strict so that a reader can trust the types: no escape hatches, no floating promises.
export default tseslint.config(
  { ignores: ['dist/', '.bundled-tests/', 'coverage/', 'node_modules/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './plugin/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      'max-depth': ['error', 4],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: ['test/support/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        doubleRule(
          `:matches(FunctionDeclaration, ClassDeclaration, TSInterfaceDeclaration)[id.name=${DOUBLE}]`,
        ),
        doubleRule(`VariableDeclaration > VariableDeclarator[id.name=${DOUBLE}]`),
        {
          selector:
            'CallExpression[callee.property.name="set"] > ArrayExpression > SpreadElement > LogicalExpression[left.callee.property.name="get"]',
          message: 'Copies the list for each item of it, which is the square of its length: push.',
        },
      ],
    },
  },
  {
    files: ['{plugin,proxy,store,scripts}/**/*.{ts,tsx}'],
    ignores: ['**/*.d.ts'],
    rules: {
      'max-params': ['error', 4],
      // `createX` builds a closure of several short functions; above this it holds a second idea.
      'max-lines-per-function': ['error', { max: 185, skipComments: true, skipBlankLines: true }],
    },
  },
  {
    // The root of the composition is one list of parts; those of the page have yet to be cut by subject.
    files: [
      'plugin/compose.ts',
      'plugin/web/app/app.ts',
      'plugin/web/state/{composer/composer,contacts/contacts,list/list}.ts',
    ],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    plugins: { names: { rules: { 'field-words': fieldWords } } },
    rules: { 'names/field-words': 'error' },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
  },
)
