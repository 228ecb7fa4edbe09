// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import "./TokenLedger.sol";

/// USDT on Ethereum: transfer, transferFrom and approve return nothing, so a caller that expects a bool fails to
/// decode.
contract TestTokenNoReturn is TokenLedger {
    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _spend(from, value);
        _move(from, to, value);
    }

    /// As in the original, an allowance that is not zero must be set to zero first.
    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "approve from non-zero to non-zero");
        _approve(spender, value);
    }
}
