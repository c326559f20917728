/** Risk class of a playbook. */
export type PlaybookRisk = 'LOW' | 'MEDIUM' | 'HIGH';
