/** What an operator does once, in order. */
export const FIRST_STEPS = [
  ...(['name', 'operator', 'terms', 'mail', 'payments'] as const),
  ...(['turn', 'backup', 'secondFactor', 'demo'] as const),
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export type StepState = {
  step: FirstStep;
  /** Key of the text that says what is wrong; null if it is done. */
  problem: StepProblem | null;
  /** Inserted into the text. */
  values: { names?: string; count?: number };
  /** Whether the operator does not need it. */
  isSkipped: boolean;
};

export type StepProblem =
  | 'nameDefault'
  | 'operatorUnknown'
  | 'termsGaps'
  | 'mailFolder'
  | 'paymentsOff'
  | 'paymentsTest'
  | 'turnNone'
  | 'backupNever'
  | 'backupOld'
  | 'secondFactorMissing'
  | 'demoThere';
