/** How much risk a playbook takes, by its own description. */
export type PlaybookRisk = 'LOW' | 'MEDIUM' | 'HIGH';
