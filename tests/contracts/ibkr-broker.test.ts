// Interactive Brokers, at the double of its gateway, does what every remote broker must.
import { GatewayDesk } from '../support/gateway-desk';
import { describeRemoteBroker } from './broker-contract';

describeRemoteBroker('Interactive Brokers', (change) => GatewayDesk.open(change), 'DU7654321');
