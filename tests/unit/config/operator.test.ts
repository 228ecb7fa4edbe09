import { expect, test } from 'vitest';
import { operatorLine, readOperator } from '#src/config/operator.ts';

const SET = {
  PUBLIC_OPERATOR_NAME: 'Example AG',
  PUBLIC_OPERATOR_OFFICE: 'Example Street 1, Zug',
  PUBLIC_OPERATOR_REGISTER: '',
  PUBLIC_SUPPORT_EMAIL: undefined,
};

test('an operator has a name and an office; register and contact only where they are set', () => {
  const operator = readOperator(SET);
  expect(operator).toEqual({ name: 'Example AG', office: 'Example Street 1, Zug', register: null, email: null });
  expect(operator && operatorLine(operator)).toBe('Example AG · Example Street 1, Zug');
  const whole = readOperator({ ...SET, PUBLIC_OPERATOR_REGISTER: 'CHE-1', PUBLIC_SUPPORT_EMAIL: 'help@synx.example' });
  expect(whole).toMatchObject({ register: 'CHE-1', email: 'help@synx.example' });
  expect(whole && operatorLine(whole)).toBe('Example AG · Example Street 1, Zug · CHE-1 · help@synx.example');
});

test('half an operator is nobody', () => {
  expect(readOperator({ ...SET, PUBLIC_OPERATOR_OFFICE: ' ' })).toBeNull();
  expect(readOperator({ ...SET, PUBLIC_OPERATOR_NAME: undefined })).toBeNull();
});
