// Ironbeam, at its double, does what every remote broker must.
import { IronbeamDesk } from '../support/ironbeam-desk';
import { describeRemoteBroker } from './broker-contract';

describeRemoteBroker('Ironbeam', (change) => IronbeamDesk.open(change), '51233459');
