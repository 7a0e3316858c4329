import tseslint from 'typescript-eslint'

/** Names of what stands in for something real in a test. */
const DOUBLE =
  '/^(create|start|open|make)?(fake|stub|mock|spy|scripted|hostile|simulated|farServer|memoryLog)/i'
const doubleRule = (selector) => ({
  selector: `ExportNamedDeclaration > ${selector}`,
  message:
    'A test double is exported from test/support/ only: elsewhere the next one is written again.',
})

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
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    ...tseslint.configs.disableTypeChecked,
  },
)
