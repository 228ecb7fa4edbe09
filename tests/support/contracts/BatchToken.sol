// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import "../../../src/dev/contracts/TokenLedger.sol";

/// Splits every transfer into two Transfer logs of one transaction, each for half the value.
contract BatchToken is TokenLedger {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value / 2);
        _move(msg.sender, to, value - value / 2);
        return true;
    }
}
