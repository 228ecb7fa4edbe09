// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import "../../../src/dev/contracts/TokenLedger.sol";

/// Takes two percent on the way while its log states the full value: the log says 100, 98 arrive.
contract FeeToken is TokenLedger {
    function transfer(address to, uint256 value) external returns (bool) {
        _moveLess(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spend(from, value);
        _moveLess(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(spender, value);
        return true;
    }

    function _moveLess(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "transfer amount exceeds balance");
        uint256 fee = value / 50;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        totalSupply -= fee;
        emit Transfer(from, to, value);
    }
}
